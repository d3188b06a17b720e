#!/bin/sh
# Creates the owner and the database at the first start of PostgreSQL, as docs/operations.md has it.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v password="$DATABASE_PASSWORD" <<'SQL'
create role ruam login createrole password :'password';
create database ruam owner ruam template template0 locale 'C.UTF-8';
SQL
