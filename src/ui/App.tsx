import { StrictMode } from 'react'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { Shell } from './shell/Shell.tsx'
import { AppContext, type App as AppParts } from './state/context.tsx'
import './theme/tokens.css'
import './theme/base.css'

/** The whole screen over one session. Another session gets another screen: give it a `key`. */
export function App({ parts }: { parts: AppParts }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <AppContext value={parts}>
          <Shell />
        </AppContext>
      </ErrorBoundary>
    </StrictMode>
  )
}
