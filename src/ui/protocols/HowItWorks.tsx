import { PAGES } from '../../lessons/protocols/index.ts'
import type { ProtocolPage } from '../../lessons/protocols/types.ts'
import { Answer } from '../notebook/Answer.tsx'
import dialogStyles from '../parts/Dialog.module.css'
import { useLoaded } from './loaded.ts'
import { MachinePicture } from './MachinePicture.tsx'

/** How a protocol works, as a picture and in words. */
export function HowItWorks({ id }: { id: string }) {
  const load = PAGES[id]
  if (!load) return <p className={dialogStyles.lead}>There is no page about this protocol yet.</p>
  return <Page load={load} />
}

function Page({ load }: { load: () => Promise<ProtocolPage> }) {
  const loaded = useLoaded(load)
  if (loaded.type === 'loading') return <p className={dialogStyles.lead}>It is being loaded …</p>
  if (loaded.type === 'failed') return <p className={dialogStyles.lead}>{loaded.message}</p>
  return (
    <>
      <MachinePicture machine={loaded.value.machine} />
      <Answer text={loaded.value.text} />
    </>
  )
}
