import { createRoot } from 'react-dom/client'
import { createParts } from './parts.ts'
import { App } from './ui/App.tsx'
import { Failure } from './ui/shell/Failure.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element "root" to put the app in.')
const root = createRoot(place)

try {
  const parts = createParts()
  root.render(<App parts={parts} />)
  addEventListener('beforeunload', (event) => {
    // Asked only while something would be lost.
    if (parts.hasUnsaved()) event.preventDefault()
  })
} catch (error) {
  root.render(<Failure title="Backstep could not start." error={error} />)
}
