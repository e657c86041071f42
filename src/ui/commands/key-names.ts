const NAMES: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}
const APPLE: Record<string, string> = { $mod: '⌘', Shift: '⇧', Alt: '⌥', Control: '⌃' }
const OTHER: Record<string, string> = { $mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt', Control: 'Ctrl' }

/** A binding as it is printed on keys: `$mod+k` → `⌘K` or `Ctrl+K`; `d d` → `D D`; `Shift+?` → `?`. */
export function keyName(binding: string, apple: boolean): string {
  return binding
    .split(' ')
    .map((press) => {
      const parts = press.split('+')
      const key = parts.at(-1) ?? ''
      // The question mark holds its Shift already.
      const held = /^[^\w]$/.test(key)
        ? parts.slice(0, -1).filter((part) => part !== 'Shift')
        : parts.slice(0, -1)
      const names = [
        ...held.map((part) => (apple ? APPLE : OTHER)[part] ?? part),
        NAMES[key] ?? key.toUpperCase(),
      ]
      const name = key.length > 1 && !NAMES[key] ? [...names.slice(0, -1), key] : names
      return name.join(apple ? '' : '+')
    })
    .join(' ')
}

export function isApple(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform)
}
