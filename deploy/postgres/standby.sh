#!/bin/sh
# Copies the primary unless there is a whole copy already, and follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA.part"
  PGPASSWORD=$(cat /run/secrets/postgres-password) pg_basebackup --pgdata="$PGDATA.part" --write-recovery-conf \
    --dbname='host=primary port=5432 user=postgres application_name=standby'
  rm -rf "$PGDATA"
  mv "$PGDATA.part" "$PGDATA"
fi
# Once promoted, it is alone: it must not wait for a standby, as the copied settings say.
exec postgres -c synchronous_standby_names=
