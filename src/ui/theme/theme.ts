/** What the person chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** Also read by `public/theme.js`, which runs before the first paint. */
const KEY = 'backstep.theme'

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']

export function readThemeChoice(storage: Pick<Storage, 'getItem'> = localStorage): ThemeChoice {
  try {
    const kept = storage.getItem(KEY)
    return CHOICES.find((choice) => choice === kept) ?? 'system'
  } catch {
    // Storage may be forbidden; the device's choice is a fine answer then.
    return 'system'
  }
}

/** `system` → `light` → `dark` → `system` */
export function nextThemeChoice(choice: ThemeChoice): ThemeChoice {
  return CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? 'system'
}

export function applyThemeChoice(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && darkPreferred().matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** Keeps the choice on this device; where that is forbidden it holds until the page is closed. */
export function keepThemeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Nothing is lost but the memory of a colour.
  }
}

/** Follows the device while the choice is `system`. Returns the end of it. */
export function followDevice(current: () => ThemeChoice): () => void {
  const query = darkPreferred()
  const onChange = () => applyThemeChoice(current())
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function darkPreferred(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
