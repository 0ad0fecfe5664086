"""Questions about public data that nobody here wrote: causes of incidents, short texts with a question each, worlds without chance."""
