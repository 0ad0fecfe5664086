#!/bin/sh
# Reads the demo corpus into a fresh graph and asks it five questions. Run by `make demo`.
set -eu
cd "$(dirname "$0")/.."
store=.cckg/demo.db
rm -f "$store" "$store-wal" "$store-shm"

show() {
    printf '\n$ cckg --store %s' "$store"
    for word in "$@"; do
        case $word in *' '*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    .venv/bin/cckg --store "$store" "$@"
}

show ingest examples/corpus
show stats

printf '\n— Why did it happen? The chain runs over three reports.\n'
show ask "What was the reason for the decision to retire the space shuttle?"
printf '\n— What followed from it?\n'
show ask "What happened because of the Silver Bridge collapse in 1967?"
printf '\n— A cause that was necessary.\n'
show ask "Was the Lehman bankruptcy necessary for the run on money market funds?"
printf '\n— A cause that was not: another one is left.\n'
show ask "Would the Fukushima reactors have melted down even if the emergency diesel generators had not failed?"
printf '\n— A question that the reports do not answer.\n'
show ask "Why did the Morandi bridge in Genoa collapse in 2018?"

printf '\nThe graph is kept in %s. Ask your own question: .venv/bin/cckg --store %s shell\n' "$store" "$store"
