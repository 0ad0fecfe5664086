"""The process of a chat server: serves a GGUF file by xllamacpp until it is ended. Started by `examples.chat.server`, never by hand.

The prompt's form is the model's own, which its file holds. The seed is fixed; how freely a model chooses its words is for each call to say.
"""

import argparse
import os
import signal
import sys

SEED = 0
CACHE_MB = 1024
"""Memory for what was computed of prompts before: those of one role begin alike, and with several slots roles take turns."""


def main() -> None:
    """Serve what the arguments say; if `--tied`, until standard input ends."""
    given = _parser().parse_args()
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = given.weights
    settings.model_alias = {given.name}
    settings.hostnames = ["127.0.0.1"]
    settings.port = given.port
    settings.cors_origins = "http://127.0.0.1"  # no page of a browser is let in
    settings.ui = False
    settings.n_parallel = given.slots
    settings.n_ctx = given.context * given.slots
    settings.cache_ram_mib = CACHE_MB
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = given.threads
    settings.sampling.seed = SEED
    settings.endpoint_metrics = True
    settings.verbosity = 2  # warnings: no prompt stands in the log
    _server = xllamacpp.Server(settings)  # serves for as long as it is kept
    if given.tied:
        sys.stdin.read()
        os._exit(0)  # without waiting for replies that nobody will read
    signal.pause()


# Private


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("home")  # by which the process is known again
    parser.add_argument("--weights", required=True)
    parser.add_argument("--name", required=True)
    for number in ("--port", "--slots", "--context", "--threads"):
        parser.add_argument(number, type=int, required=True)
    parser.add_argument("--tied", action="store_true")
    return parser


if __name__ == "__main__":
    main()
