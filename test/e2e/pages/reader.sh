# What a reader does besides typing the commands of a page: opens a second terminal, and types the API key.

trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
listening=0

platen() {
  case " $* " in *' --watch '*) run_once "$@"; return ;; esac
  case "$1 ${2-} ${3-}" in
    serve*) listen "$@" ;;
    dashboard* | 'templates preview '*) listen "$@" --no-open ;;
    'config set api_key') command platen "$@" <<<"$KEY" ;;
    *) command platen "$@" ;;
  esac
}

# Starts a command that runs until Ctrl-C, and waits until it listens. It ends before the next one starts.
listen() {
  [ "$listening" = 0 ] || { kill "$listening" && wait "$listening" || true; }
  (exec platen "$@") >listening.txt 2>&1 &
  listening=$!
  until grep -q 'http://127' listening.txt; do
    kill -0 "$listening" || { cat listening.txt >&2; return 1; }
    sleep 0.1
  done
}

# Starts a command that runs at every change, and ends it after its first run.
run_once() {
  (exec platen "$@") >watching.txt 2>&1 &
  local watching=$!
  until grep -q '^Wrote' watching.txt; do
    kill -0 "$watching" || { cat watching.txt >&2; return 1; }
    sleep 0.1
  done
  kill "$watching" && wait "$watching" || true
}

# A service with the key of the reader, named by the environment.
with_service() {
  platen serve
  export PLATEN_BASE_URL="$SERVICE" PLATEN_API_KEY="$KEY"
}

# The id of the newest object that a command lists.
newest() {
  platen "$1" list --json | grep -o '"id": *"[^"]*"' | head -1 | cut -d '"' -f 4
}
