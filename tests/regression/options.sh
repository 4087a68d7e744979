#!/usr/bin/env bash
# options.sh DOCS: every option and tool that --help names stands in docs/command-line.md, and every model of --list-models in docs/.
source "$(dirname "$0")/common.sh"
docs=$1
"$SIMDRIVE" --help >"$work/help"
for tool in "allocation show" "allocation rebalance" "allocation check" "circuit write" "circuit info"; do
    "$SIMDRIVE" $tool --help >>"$work/help"
    grep -q "simdrive $tool" "$docs/command-line.md" || fail "docs/command-line.md does not name \"$tool\""
done
options=$(grep -oE -- '(^|[ ,])--?[a-z][a-z-]*' "$work/help" | tr -d ' ,' | sort -u)
(( $(wc -l <<<"$options") >= 18 )) || fail "--help names too few options: $options"
for option in $options; do
    grep -qE -- "\`$option[\`=]" "$docs/command-line.md" || fail "docs/command-line.md does not name $option"
done
models=$("$SIMDRIVE" --list-models | sed -nE 's/^  ([A-Za-z_]+)(:| {2,}).*/\1/p')
(( $(wc -l <<<"$models") >= 15 )) || fail "--list-models names too few: $models"
for model in $models; do
    grep -rqE "\`[^\`]*$model" "$docs" || fail "docs/ do not name $model"
done
"$SIMDRIVE" --version | grep -q jemalloc || fail "--version does not tell the allocator"
echo "$(wc -l <<<"$options") options and $(wc -l <<<"$models") models are documented"
