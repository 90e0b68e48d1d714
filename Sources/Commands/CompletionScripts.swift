/// A shell whose completion this tool can serve.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// What the shell reads to complete the tool's words: at each press of the key it asks the tool.
  var completionScript: String {
    switch self {
    case .bash: bashScript
    case .zsh: zshScript
    case .fish: fishScript
    }
  }
}

private let bashScript = #"""
  # Completion of remeasure for bash 4.4 or newer.
  _remeasure() {
    local -a words=()
    local index last=-1 glues= word meaning places
    # Where = parts words, bash takes --format=csv for three.
    for ((index = 1; index <= COMP_CWORD; index++)); do
      word=${COMP_WORDS[index]}
      if [[ $word == = && $last -ge 0 && ${words[last]} == --* ]]; then
        words[last]+==
        glues=yes
      elif [[ $glues ]]; then
        words[last]+=$word
        glues=
      else
        words[++last]=$word
      fi
    done
    local front=
    [[ ${words[last]} == --*=* && $COMP_WORDBREAKS == *=* ]] && front=${words[last]%%=*}=
    {
      IFS= read -r places
      while IFS=$'\t' read -r word meaning; do
        COMPREPLY+=("${word#"$front"}")
      done
    } < <("${COMP_WORDS[0]/#\~/$HOME}" completions --line -- "${words[@]}" 2>/dev/null)
    local path=${words[last]#"$front"}
    local action=
    case $places in
      files) action=file ;;
      folders) action=directory ;;
    esac
    if [[ $action ]]; then
      compopt -o filenames
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -A "$action" -- "$path")
    fi
  }
  complete -o nosort -F _remeasure remeasure

  """#

private let zshScript = #"""
  #compdef remeasure
  # Completion of remeasure for zsh.
  _remeasure() {
    local -a lines found
    local line word front
    lines=("${(@f)$("${words[1]/#\~/$HOME}" completions --line -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
    if [[ $PREFIX == --*=* ]]; then
      front=${PREFIX%%=*}=
      compset -P '*='
    fi
    for line in "${(@)lines[2,-1]}"; do
      word=${line%%$'\t'*}
      word=${word#$front}
      found+=("${word//:/\\:}:${line#*$'\t'}")
    done
    (( $#found )) && _describe -V remeasure found
    case ${lines[1]} in
      files) _files ;;
      folders) _files -/ ;;
    esac
  }
  # Loaded from fpath it is to complete now, sourced only later.
  if [[ ${funcstack[1]} == _remeasure ]]; then
    _remeasure "$@"
  else
    compdef _remeasure remeasure
  fi

  """#

private let fishScript = #"""
  # Completion of remeasure for fish.
  function __remeasure_complete
      set -l before (commandline -opc)
      set -l current (commandline -ct)
      set -l tool (string replace -r '^~' -- $HOME $before[1])
      set -e before[1]
      set -l lines ($tool completions --line -- $before "$current" 2>/dev/null)
      set -l parts (string match -r -g -- '^(--[^=]*=)(.*)$' "$current")
      set -l front $parts[1]
      set -l path "$current"
      set -q parts[2]; and set path "$parts[2]"
      switch "$lines[1]"
          case files
              __fish_complete_path "$path" | string replace -r '^' -- "$front"
          case folders
              __fish_complete_directories "$path" '' | string replace -r '^' -- "$front"
      end
      set -e lines[1]
      string join \n -- $lines
  end
  complete -c remeasure -f -a '(__remeasure_complete)'

  """#
