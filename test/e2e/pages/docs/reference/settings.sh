platen serve
