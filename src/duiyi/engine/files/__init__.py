"""Course interfaces: programs that read and write files in a working directory."""
