@rem Scripts in package.json begin with "exec", so that a signal to npm reaches the service: a POSIX
@rem shell then makes way for it. cmd.exe has no such command, and finds this one here.
@%*
