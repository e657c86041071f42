import { Component, type ReactNode } from 'react'
import { Failure } from './Failure.tsx'

/** Catches what goes wrong while drawing, so that a person reads what happened instead of an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <Failure title="The screen could not be drawn." error={this.state.error} />
    )
  }
}
