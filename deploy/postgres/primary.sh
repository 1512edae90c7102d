#!/bin/sh
# Run once by the image of Postgres: creates Sluice's role and database, and lets no commit return before the standby has it.
set -eu
password=$(sed -n 's|^DATABASE_URL=postgres://sluice:\([^@]*\)@.*|\1|p' /run/secrets/settings)
echo 'host replication postgres samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql --username postgres --set ON_ERROR_STOP=1 --set password="$password" <<'SQL'
create role sluice login password :'password';
create database sluice owner sluice;
alter system set wal_keep_size = '1GB';
alter system set synchronous_standby_names = 'standby';
SQL
