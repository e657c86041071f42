import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no element "root" to put the app in.')

createRoot(place).render(
  <StrictMode>
    <main>
      <h1>Backstep</h1>
    </main>
  </StrictMode>,
)
