/** The shells that the program can complete its commands in. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * The script that makes a shell ask the program for continuations: `completion suggest` prints a word and its
 * description per line, separated by a tab. If it prints nothing, the shell offers files. No typed word is evaluated.
 */
export const SCRIPTS: Record<Shell, string> = {
  bash: `_recipisa() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    COMPREPLY+=("$word")
  done < <("$1" completion suggest "--current=\${COMP_WORDS[COMP_CWORD]}" -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
}
complete -o default -F _recipisa recipisa
`,
  zsh: `#compdef recipisa
_recipisa() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" completion suggest "--current=\${words[CURRENT]}" -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe recipisa found
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _recipisa ]]; then
  _recipisa "$@"
else
  compdef _recipisa recipisa
fi
`,
  fish: `function __recipisa_suggest
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] completion suggest "--current=$current" -- $words[2..-1] 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c recipisa -f -a '(__recipisa_suggest)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName recipisa -ScriptBlock {
    param($current, $line, $cursor)
    $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    $before = @($words | Select-Object -Skip 1)
    & $words[0] completion suggest "--current=$current" '--' @before 2>$null | ForEach-Object {
        $word, $text = $_ -split [char]9, 2
        if (-not $text) { $text = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $text)
    }
}
`,
}
