# Prints zsh's suggestions for the tab key at the end of $LINE, with the completions in $COMPLETIONS. An interactive zsh
# runs in a pseudo-terminal, and the script prints every match that a completion adds.
zmodload zsh/zpty || exit 2
zpty inner zsh -f -i
setup=$(mktemp)
trap 'rm -f $setup' EXIT
cat >$setup <<'INNER'
PROMPT=
unsetopt zle_bracketed_paste 2>/dev/null
autoload -Uz compinit
compinit -u -D
source $COMPLETIONS
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
mark-line() { print -r -- '<mark>' }
compprefuncs=(mark-line)
comppostfuncs=(mark-line exit)
zstyle ':completion:*' insert-tab false
zstyle ':completion:*' list-separator ''
compadd() {
    # These options fill arrays for other functions and add no match.
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    typeset -a hits
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- $hits
    builtin compadd "$@"
}
print ready
INNER
zpty -w inner "source $setup"
while zpty -r inner text; do [[ $text == *ready* ]] && break; done
zpty -w -n inner "$LINE"$'\t'
integer marks=0
while zpty -r inner text; do
    for line in ${(f)text}; do
        line=${line%$'\r'}
        if [[ $line == *'<mark>'* ]]; then
            (( ++marks == 2 )) && exit 0
        elif (( marks == 1 )); then
            print -r -- $line
        fi
    done
done
