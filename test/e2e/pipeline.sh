#!/bin/sh
# What a CI pipeline does with platen, in an empty folder. Needs platen and node on the PATH; the service is the one that
# the environment names, else the one inside each command. PIPELINE_STEPS names the steps, all by default; "files" needs
# "store". Says what went wrong and ends with 1, or prints "pipeline ok".
set -eu
# What a command says is often redirected; what is wrong is said here.
exec 3>&2

fail() {
  echo "pipeline: $*" >&3
  exit 1
}

# must CODE COMMAND...: runs a command that has to end with an exit code.
must() {
  wanted=$1
  shift
  got=0
  "$@" || got=$?
  [ "$got" = "$wanted" ] || fail "'$*' ended with $got, not with $wanted"
}

# field PATH...: prints fields of the JSON on stdin, one a line.
field() {
  node -e '
    const json = JSON.parse(require("fs").readFileSync(0));
    for (const path of process.argv.slice(1)) {
      const value = path.split(".").reduce((all, name) => all[name], json);
      console.log(typeof value === "object" ? JSON.stringify(value) : String(value));
    }
  ' "$@"
}

same() {
  [ "$1" = "$2" ] || fail "got '$1', not '$2'"
}

# does STEP: whether a step was asked for.
does() {
  case " ${PIPELINE_STEPS:-store render files batch} " in
    *" $1 "*) ;;
    *) return 1 ;;
  esac
}

is_pdf() {
  same "$(head -c 5 "$1")" '%PDF-'
}

id=$(printf '{"template": {"name": "Greeting", "content": "<h1>Hello {{ name }}</h1>"}}' |
  platen templates create --input - --json | field data.id)

if does store; then
  # Update, get, list: JSON on both ends.
  printf '{"template": {"name": "Welcome", "preview_context": {"name": "Ada"}}}' |
    platen templates update "$id" --input - --json > updated.json
  same "$(field data.name data.content < updated.json)" 'Welcome
<h1>Hello {{ name }}</h1>'
  same "$(platen templates get "$id" | field data.preview_context)" '{"name":"Ada"}'
  same "$(platen templates list --json | field data.0.id)" "$id"
  must 2 platen templates update "$id" --input missing.json 2> missing.txt
fi

if does render; then
  # Render: to a file, to a pipe, with values; the second run must not overwrite in silence.
  platen render pdf "template:$id" --set name=Grace -o greeting.pdf
  is_pdf greeting.pdf
  must 6 platen render pdf "template:$id" -o greeting.pdf 2> exists.txt
  printf '{"name": "Linus"}' | platen render pdf "template:$id" --context - > linus.pdf
  is_pdf linus.pdf
  same "$(platen render pdf "template:$id" -o greeting.pdf --force --json | field pages)" 1
  must 7 sh -c 'printf %s "$1" | platen render pdf --input - > wrong.pdf' - '{"parts": {"htlm": "x"}}' 2> wrong.txt

  # Where settings come from.
  platen config list --all --json > config.json
  grep -q base_url config.json || fail 'config list does not name base_url'
  if [ -n "${PLATEN_API_KEY:-}" ] && grep -q "$PLATEN_API_KEY" config.json; then fail 'config list shows the key'; fi
fi

if does files; then
  # Templates as files: pull, edit, diff, push, and an edit by somebody else.
  platen templates pull
  page=templates/welcome/content.html
  same "$(cat "$page")" '<h1>Hello {{ name }}</h1>'
  echo '<h1>Good day {{ name }}</h1>' > "$page"
  must 20 platen templates diff --exit-code > changed.diff
  grep -q '^+<h1>Good day' changed.diff || fail 'the diff does not show the new line'
  must 0 platen templates push --yes
  must 0 platen templates diff --exit-code > same.diff
  printf '{"content": "<h1>Mine</h1>"}' | platen templates update "$id" --input - > theirs.json
  echo '<h1>Yours</h1>' > "$page"
  must 6 platen templates push --yes 2> conflict.txt
  must 0 platen templates pull --force --yes
  same "$(cat "$page")" '<h1>Mine</h1>'

  # Check what would be pushed: a mistake is named with its file.
  echo '<h1>{{ name | upcse }}</h1>' > "$page"
  must 7 platen templates check > findings.txt
  grep -q "$page" findings.txt || fail 'the finding does not name the file'
fi

if does batch; then
  # A batch with two jobs that fail; its second run renders nothing again.
  jobs=${PIPELINE_JOBS:-20}
  i=0
  while [ "$i" -lt "$jobs" ]; do
    case $i in
      1 | 3) parts='{"template": "00000000-0000-7000-8000-000000000000"}' ;;
      *) parts="{\"template\": \"$id\"}" ;;
    esac
    echo "{\"id\": \"job-$i\", \"output\": \"out/$i.pdf\", \"parts\": $parts}"
    i=$((i + 1))
  done > jobs.ndjson
  must 21 platen render batch jobs.ndjson --mkdir > results.ndjson
  same "$(wc -l < results.ndjson | tr -d ' ')" "$jobs"
  same "$(grep -c '"ok":true' results.ndjson)" "$((jobs - 2))"
  if command -v jq > /dev/null; then
    same "$(jq -rs '[.[] | select(.ok | not) | .id] | sort | join(" ")' results.ndjson)" 'job-1 job-3'
  fi
  same "$(find out -name '*.pdf' | wc -l | tr -d ' ')" "$((jobs - 2))"
  for file in out/*.pdf; do is_pdf "$file"; done
  must 21 platen render batch jobs.ndjson > again.ndjson
  same "$(grep -c '"skipped":true' again.ndjson)" "$((jobs - 2))"
fi

platen templates delete "$id" --yes
must 5 platen templates get "$id" 2> missing.txt
echo 'pipeline ok'
