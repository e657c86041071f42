// Runs before the first paint, so that a kept choice never flashes the other theme. A file of its own, because the
// page's policy allows no inline script. The key and the attribute are those of src/ui/theme/theme.ts.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('backstep.theme')
  } catch {
    // Storage may be forbidden; the device's choice holds then.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
