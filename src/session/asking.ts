import type { CallId } from '../kernel/types.ts'
import { estimateTokens } from '../models/tokens.ts'
import type { Model, ModelError, ModelRequest, Reply, ReplyEvent } from '../models/types.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { ArrivingReply } from './arriving.ts'
import { type Core, protocolAt } from './core.ts'
import { messageOf } from './errors.ts'
import { hashText } from './hash.ts'

/** Asks the model at the end of a branch and keeps its reply there, whatever became of it. */
export async function ask(core: Core, branch: BranchId, signal: AbortSignal): Promise<Reply> {
  const { document, choice, options } = core
  const path = document.path(branch)
  const protocol = protocolAt(core, path)
  const request = protocol.request(path)
  const arriving = new ArrivingReply(request, options.now(), protocol.codeInText ?? false)
  document.publish({
    activity: choice.setup.kind === 'person' ? { type: 'awaiting-person', request } : arriving.activity,
  })
  return askFor(core, branch, request, {
    signal,
    onEvent: (event) => {
      arriving.take(event)
      document.soon({ activity: arriving.activity })
    },
  })
}

interface Asking {
  signal: AbortSignal
  onEvent: (event: ReplyEvent) => void
  /** The host call of a cell that asks. */
  call?: CallId
  /** Whether the reply may still go to the branch. */
  isWanted?: () => boolean
  /** What is taken out of a reply before anything is done with it. */
  clean?: (reply: Reply) => Reply
}

/** Makes one request and keeps what came of it. */
export async function askFor(
  { document, choice, options }: Core,
  branch: BranchId,
  request: ModelRequest,
  { signal, onEvent, call, isWanted = () => true, clean = (reply) => reply }: Asking,
): Promise<Reply> {
  const text = JSON.stringify(request)
  const by = call === undefined ? {} : { call }
  document.append(branch, {
    type: 'asked',
    model: choice.setup,
    requestHash: hashText(text),
    estimatedInput: estimateTokens(text),
    ...by,
  })
  const since = options.now()
  const reply = clean(await replyOf(choice.model(), request, signal, onEvent))
  const durationMs = Math.max(0, options.now() - since)
  if (isWanted()) document.append(branch, { type: 'replied', reply, durationMs, ...by })
  return reply
}

/** How long a model may take to say what had arrived when it was stopped, ms. */
const STOP_MS = 1_000

/** Models promise not to reject, and to end when they are told to; one that does not becomes an error that is shown. */
async function replyOf(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  onEvent: (event: ReplyEvent) => void,
): Promise<Reply> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp = (): void => undefined
  const deaf = new Promise<Reply>((resolve) => {
    giveUp = () => resolve(failed({ kind: 'stopped', message: 'Stopped.' }))
  })
  const wait = (): void => {
    timer = setTimeout(giveUp, STOP_MS)
  }
  if (signal.aborted) wait()
  else signal.addEventListener('abort', wait, { once: true })
  try {
    return await Promise.race([model.reply(request, { signal, onEvent }), deaf])
  } catch (error) {
    const message = `The model could not be asked: ${messageOf(error)} Try again, or choose another model.`
    return failed({ kind: 'network', message })
  } finally {
    signal.removeEventListener('abort', wait)
    clearTimeout(timer)
  }
}

function failed(error: ModelError): Reply {
  return {
    text: '',
    reasoning: '',
    refusal: '',
    toolCalls: [],
    finish: 'stop',
    usage: null,
    error,
    notes: [],
  }
}
