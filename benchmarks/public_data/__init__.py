"""Questions about public data that nobody here wrote: root causes of incidents, and short texts with a question each."""
