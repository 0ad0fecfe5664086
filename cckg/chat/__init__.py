"""The language roles played by chat models: each is a prompt, the form of its reply, and what makes no sense in one."""
