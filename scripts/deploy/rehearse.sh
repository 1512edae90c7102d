#!/usr/bin/env bash
# Runs the steps of deploy/Containerfile, and what deploy/compose.yml starts, in clean Debian roots, for machines without a container engine.
# Needs root, debootstrap, openssl, curl, and Node 24 with npm. Keeps the Debian for the next run in the folder that is its argument, if any.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${REHEARSAL:-}" ]; then
  REHEARSAL=$(mktemp --directory --tmpdir=/var/tmp sluice-rehearsal.XXXX) && export REHEARSAL
  # All processes end with the script's, which is the first of its own.
  status=0 && unshare --mount-proc --pid --fork --kill-child "$PWD/scripts/deploy/rehearse.sh" "$@" || status=$?
  rm --recursive --force --one-file-system "$REHEARSAL"
  exit "$status"
fi
work=$REHEARSAL && chmod 755 "$work"
base=${1:-$work/base}

if [ ! -d "$base" ]; then
  debootstrap --variant=minbase --include=ca-certificates,caddy,postgresql bookworm "$base"
  install -D "$(command -v node)" "$base/usr/local/bin/node"
  mkdir -p "$base/usr/local/lib/node_modules" "$base/run/secrets" "$base/run/postgresql"
  npm=$(realpath "$(command -v npm)")
  cp -a "${npm%/bin/*}" "$base/usr/local/lib/node_modules"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
  echo '127.0.0.1 localhost primary api' >"$base/etc/hosts"
  chroot "$base" sh -c 'useradd --create-home --uid 1000 node; chown postgres: /run/postgresql'
fi

network=()
# Runs a command (after settings of its environment) in a root that is rw or ro, in this folder, as this user, with processes of its own.
inside() {
  local mode=$1 root=$2 folder=$3 user=$4
  shift 4
  "${network[@]}" unshare --mount --pid --fork --kill-child sh -ec '
    mount --bind "$1" "$1"; mount -t proc proc "$1/proc"; mount -o "remount,bind,$0" "$1"
    root=$1 folder=$2 user=$3; shift 3
    exec chroot --userspec="$user:" "$root" env --ignore-environment --chdir="$folder" PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$@"
  ' "$mode" "$root" "$folder" "$user" "$@"
}
copy() {
  local from=$work/context to
  if [[ $1 == --from=* ]]; then from=$work/${1#--from=} && shift; fi
  to=$root$folder/${*: -1}
  for each in "${@:1:$#-1}"; do
    if [ -d "$from/$each" ]; then mkdir -p "$to" && cp -a "$from/$each/." "$to"; else cp -a "$from/$each" "$to"; fi
  done
}
until_true() {
  for _ in $(seq 120); do
    if "$@" >"$work/output" 2>&1; then return; fi
    sleep 1
  done
  echo "still failing after two minutes: $*" && cat "$work/output" && exit 1
}

mkdir "$work/context" && git archive HEAD | tar --extract --directory="$work/context"
while read -r step rest; do
  echo "== $step $rest"
  case $step in
    FROM)
      root=$work/${rest##*[ /]} folder=/ user=root env=()
      cp -a "$base" "$root" && cp /etc/resolv.conf "$root/etc"
      ;;
    WORKDIR) folder=$rest && mkdir -p "$root$folder" ;;
    # shellcheck disable=SC2086
    COPY) copy $rest ;;
    RUN) inside rw "$root" "$folder" "$user" HOME=/root "${env[@]}" sh -ec "$rest" </dev/null ;;
    USER) user=$rest ;;
    ENV) env+=("$rest") ;;
    HEALTHCHECK) mapfile -t check < <(node -p 'JSON.parse(process.argv[1]).join("\n")' "${rest#*CMD }") ;;
    ENTRYPOINT | CMD) ;;
    *) echo "unknown step: $step" && exit 1 ;;
  esac
done < <(grep -vE '^(#|$)' deploy/Containerfile)
du --summarize --human-readable --total "$root$folder"

echo '== compose: primary, standby, api, proxy, without a network'
unshare --net sleep infinity &
until_true nsenter --net="/proc/$!/ns/net" ip link set lo up
network=(nsenter --net="/proc/$!/ns/net")
openssl rand -hex 24 >"$work/postgres-password"
echo "DATABASE_URL=postgres://sluice:$(openssl rand -hex 24)@primary/sluice" >"$work/settings"
cp -a "$base" "$work/postgres"
cp deploy/postgres/*.sh "$work/postgres/"
cp "$work/postgres-password" "$work/settings" "$work/postgres/run/secrets"
cp "$work/settings" "$root/run/secrets"
chmod --recursive a+r "$work/postgres/run/secrets" "$root/run/secrets"

postgres() { inside rw "$work/postgres" /tmp postgres PGDATA=/var/lib/postgresql/"$1" bash -ec "PATH+=:\$(echo /usr/lib/postgresql/*/bin); $2"; }
# The image's own start: an empty database, which is set up over the socket alone.
postgres primary '
  initdb --username=postgres --pwfile=/run/secrets/postgres-password --auth-local=trust --auth-host=scram-sha-256
  pg_ctl --wait --options="-c listen_addresses=" start; /primary.sh; pg_ctl stop; exec postgres' >"$work/primary.log" 2>&1 &
until_true postgres primary 'pg_isready --host=127.0.0.1'
postgres standby 'export PGPORT=5433; exec /standby.sh' >"$work/standby.log" 2>&1 &
STANDBY='select application_name, sync_state from pg_stat_replication'
until_true postgres primary "psql --username=postgres --command='$STANDBY' | grep 'standby *| sync'"
cat "$work/output"

mapfile -t settings < <(grep -hv '^#' deploy/env/sluice.env deploy/env/api.env)
serve() { inside ro "$root" "$folder" "$user" "${env[@]}" "${settings[@]}" STACKS_API_URL=http://127.0.0.1:9 "$@"; }
serve node --env-file=/run/secrets/settings /sluice/dist/sluice.js serve >"$work/api.log" 2>&1 &
until_true serve "${check[@]}"
if serve touch data/written 2>/dev/null; then echo 'the image was not read-only' && exit 1; fi
inside rw "$work/postgres" / root HOME=/root SLUICE_SITE=localhost SLUICE_API=api:3000 caddy run --adapter caddyfile --config - \
  <deploy/proxy/Caddyfile >"$work/proxy.log" 2>&1 &
until_true "${network[@]}" curl --silent --fail --insecure https://localhost/swap/api/v1/orders
cat "$work/output"
echo
"${network[@]}" curl --silent --insecure https://localhost/readyz
echo
postgres standby 'export PGPORT=5433 PGUSER=postgres
  psql --command="select pg_promote()" && timeout 20 psql --command="create table stored_after_promotion ()"'
