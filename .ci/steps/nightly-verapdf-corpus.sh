#!/usr/bin/env bash
# the files of veraPDF's corpus as PDFs of users: each result passes veraPDF, or the file was refused (with a JDK and the corpus)
set -eu
if [ -z "${PLATEN_VERAPDF_CORPUS:-}" ]; then
  echo 'left out: PLATEN_VERAPDF_CORPUS names no checkout of https://github.com/veraPDF/veraPDF-corpus'
  exit 0
fi
node .ci/verapdf/check-corpus.ts
