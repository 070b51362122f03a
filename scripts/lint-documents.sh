#!/bin/bash
# Checks references: the links of documents, the source files in the tables of docs/ARCHITECTURE.md and
# CONTRIBUTING.md, and the decision pages that the sources name.
set -euo pipefail
cd "$(dirname "$0")/.."
status=0

complain() {
  echo "$1: $2 does not exist" >&2
  status=1
}

for document in *.md docs/*.md docs/decisions/*.md; do
  while read -r link; do
    [[ $link =~ ^[a-z]+: || -e $(dirname "$document")/$link ]] || complain "$document" "$link"
  done < <(grep -oP '\]\(\K[^)#]+' "$document" || true)
done

# The last column of the tables from key and from file to screen: files by name, functions in brackets left out.
while read -r name; do
  [[ -n $(find Sources -name "$name.swift" -print -quit) ]] || complain docs/ARCHITECTURE.md "$name.swift"
done < <(sed -n '/^## From key to screen/,/^## Link pacing/p' docs/ARCHITECTURE.md |
  grep '^|' | sed 's/.*| \(.*\) |$/\1/; s/([^)]*)//g' | grep -oP '`\K[A-Z][A-Za-z+]+(?=`)' | sort -u)

while read -r file; do
  compgen -G "$file" > /dev/null || compgen -G "Sources/$file" > /dev/null ||
    [[ -n $(find Sources Tests -path "*/$file" -print -quit) ]] || complain CONTRIBUTING.md "$file"
done < <(sed -n '/^## Where to change what/,/^## Commits/p' CONTRIBUTING.md |
  grep '^|' | grep -oP '`\K[A-Za-z/*+]+(\.(swift|sh)|/)(?=`)' | sort -u)

while read -r page; do
  [[ -e $page ]] || complain Sources "$page"
done < <(grep -rhoP 'docs/decisions/[a-z0-9-]+\.md' Sources Tests | sort -u)

exit $status
