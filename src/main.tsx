import { createRoot } from 'react-dom/client'
import { Desk } from './app/desk.ts'
import { prefetchLater } from './app/prefetch.ts'
import { App } from './ui/App.tsx'
import { Failure } from './ui/shell/Failure.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element "root" to put the app in.')
const root = createRoot(place)

try {
  let shown = 0
  const desk = await Desk.start((parts) => {
    shown += 1
    root.render(<App key={shown} parts={parts} />)
  })
  prefetchLater()
  addEventListener('beforeunload', (event) => {
    // Asked only while something would be lost.
    if (desk.hasUnsaved) event.preventDefault()
  })
} catch (error) {
  root.render(<Failure title="Backstep could not start." error={error} />)
}
