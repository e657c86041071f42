import {
  Download,
  Keyboard,
  Monitor,
  Moon,
  PanelLeft,
  PanelRight,
  Settings2,
  Sun,
  Waypoints,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { count } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { useAct, useApp, useSession, useUi } from '../state/context.tsx'
import { downloadNotebook } from '../state/download.ts'
import { applyThemeChoice, followDevice, keepThemeChoice, nextThemeChoice } from '../theme/theme.ts'
import { Brand } from './Brand.tsx'
import styles from './Header.module.css'
import { ModelSelect, ProtocolSelect } from './Selects.tsx'

export function Header({ narrow }: { narrow: boolean }) {
  const { ui } = useApp()
  const act = useAct()
  const railOpen = useUi((state) => state.railOpen)
  const sheet = useUi((state) => state.sheet)
  return (
    <header className={styles.header}>
      <Button
        tone="quiet"
        square
        aria-label="Notebooks and tools"
        aria-expanded={narrow ? sheet === 'rail' : railOpen}
        onClick={() => ui.setState(narrow ? { sheet: 'rail' } : { railOpen: !railOpen })}
      >
        <PanelLeft aria-hidden />
      </Button>
      <Brand />
      <Title />
      <SavedState />
      <div className={styles.selects}>
        <ProtocolSelect />
        <Button
          square
          aria-label="Protocol settings"
          title="How the agent and its model talk: settings, and how it works"
          onClick={() => ui.setState({ dialog: 'protocol' })}
        >
          <Waypoints aria-hidden />
        </Button>
        <ModelSelect />
        <Button
          square
          aria-label="Connection settings"
          title="Which endpoint answers, its key and its headers"
          onClick={() => ui.setState({ dialog: 'model' })}
        >
          <Settings2 aria-hidden />
        </Button>
      </div>
      <div className={styles.tools}>
        <Button
          square
          className={styles.wide ?? ''}
          aria-label="Save as a file"
          title="Save the notebook as a file"
          onClick={() => act((session) => downloadNotebook(session))}
        >
          <Download aria-hidden />
        </Button>
        <ThemeButton />
        <Button
          square
          aria-label="Commands and keys"
          title="Commands and keys (?)"
          onClick={() => ui.setState({ dialog: 'help' })}
        >
          <Keyboard aria-hidden />
        </Button>
        {narrow ? (
          <Button
            square
            aria-label="Variables and more"
            aria-expanded={sheet === 'inspector'}
            onClick={() => ui.setState({ sheet: 'inspector' })}
          >
            <PanelRight aria-hidden />
          </Button>
        ) : null}
      </div>
    </header>
  )
}

function Title() {
  const act = useAct()
  const title = useSession((state) => state.notebook.title)
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    const text = draft?.trim()
    if (text && text !== title) act((session) => session.rename(text))
    setDraft(null)
  }
  return (
    <h1 className={styles.title}>
      <input
        aria-label="Title of the notebook"
        value={draft ?? title}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setDraft(null)
        }}
      />
    </h1>
  )
}

function SavedState() {
  const { library } = useApp()
  const saved = useSession((state) => state.saved)
  const branches = useSession((state) => state.notebook.branches.length)
  return (
    <p className={styles.saved}>
      {saved.type === 'failed' ? (
        <span className={styles.failed} title={saved.message}>
          not saved: {saved.message}
        </span>
      ) : library.memoryOnly !== null ? (
        <span title={library.memoryOnly}>in memory only</span>
      ) : saved.type === 'saving' ? (
        'saving …'
      ) : (
        'saved'
      )}
      {' · '}
      {count(branches, 'branch', 'branches')}
    </p>
  )
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon }

function ThemeButton() {
  const { ui } = useApp()
  const theme = useUi((state) => state.theme)
  useEffect(() => followDevice(() => ui.getState().theme), [ui])
  const Icon = THEME_ICONS[theme]
  const change = () => {
    const next = nextThemeChoice(theme)
    ui.setState({ theme: next })
    applyThemeChoice(next)
    keepThemeChoice(next)
  }
  return (
    <Button
      square
      aria-label={`Colours: ${theme}`}
      title={`Colours: ${theme}. Click for the next.`}
      onClick={change}
    >
      <Icon aria-hidden />
    </Button>
  )
}
