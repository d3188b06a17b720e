import type { SetupKind } from '@ruam/contract/access/setup-requests.ts'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { useWords } from '../../data/text.ts'
import { abText } from '../ab-text.ts'
import { faultWordAt } from '../faults.ts'
import { faultWords, lackOf } from '../flex/fault-words.ts'
import { flexText } from '../flex/text.ts'
import { messageText } from '../messages/message-text.ts'
import { type MissingThing, partOf } from '../parts.ts'
import { areaFault } from '../rich/rich-missing.ts'
import { richText } from '../rich-text.ts'
import { text } from '../text.ts'
import { toAllText } from '../to-all/to-all-text.ts'
import type { Draft } from '../use-draft.ts'
import { composeText } from './compose-text.ts'
import type { Reach } from './ReachBar.tsx'

const fieldWords = {
  text: 'fieldText',
  name: 'fieldPicture',
  alt_text: 'fieldAltText',
  preview_name: 'fieldPoster',
  sticker_id: 'fieldSticker',
  coupon_code: 'fieldCoupon',
  title: 'fieldLocationTitle',
  address: 'fieldAddress',
  latitude: 'fieldLatitude',
  longitude: 'fieldLongitude',
} as const

/** Names of files by the kind of their message. */
const fileWords = { video: 'fieldVideo', audio: 'fieldSound' } as const

/** Returns the word for a field that a message lacks, or undefined if it has none. */
function fieldWord(field: string, type: string | undefined) {
  if (field === 'name' && type && type in fileWords) return fileWords[type as keyof typeof fileWords]
  return field in fieldWords ? fieldWords[field as keyof typeof fieldWords] : undefined
}

interface Things {
  /** False while they are read. */
  hasNoAccounts: boolean
  hasNoPurposes: boolean
  /** The thing that the owners were asked for. */
  waiting: readonly SetupKind[]
}

interface Known extends Things {
  faults: readonly Fault[]
  /** Customers who are reached; undefined until they are counted. */
  reached: number | undefined
  /** For a target of everyone at LINE. */
  everyone: Reach['everyone'] | undefined
  /** The scheduled time lies in the quiet hours. */
  isQuiet: boolean
}

type FaultyParts = Pick<Draft, 'messages' | 'abTest'>

/** Says in words what a field of a draft lacks. */
export function useFaultWords({ hasNoAccounts, hasNoPurposes, waiting }: Things) {
  const t = useWords(text)
  const c = useWords(composeText)
  const m = useWords(messageText)
  const ab = useWords(abText)
  const f = useWords(flexText)
  const r = useWords(richText)
  const a = useWords(toAllText)

  return function wordsOf(found: Fault, { messages, abTest }: FaultyParts): string {
    const { path, reason } = found
    if (path === 'ab_test.decide') return ab.lacksLinks
    if (path.startsWith('ab_test.'))
      return `${ab.b} · ${wordsOf({ ...found, path: path.slice('ab_test.'.length) }, { messages: abTest!.messages, abTest })}`
    if (path === 'channel') {
      if (!hasNoAccounts) return c.chooseAccount
      return waiting.includes('account') ? c.waitsForAccount : c.noAccount
    }
    if (path === 'purpose_id') {
      if (!hasNoPurposes) return c.choosePurpose
      return waiting.includes('purpose') ? c.waitsForPurpose : c.noPurpose
    }
    if (path === 'messages') return c.noMessage
    if (path === 'holdout.off_reason') return c.chooseReason
    const [list, index, field = '', inner] = path.split('.')
    const place = Number(index) + 1
    if (list === 'quick_replies') return c.replyFault({ place })
    if (list !== 'messages') return c.otherFault
    if (field === 'contents' && reason === 'missing') return c.lacksField({ place, field: lackOf(f, path) })
    if (field === 'contents') return c.fieldFault({ place, fault: faultWords(f, found) })
    if (reason === 'not_for_all') return c.fieldFault({ place, fault: a.noWords })
    const fault = faultWordAt(t, [found], path)!
    const message = messages[place - 1]
    if (field === 'areas' && message?.type === 'imagemap')
      return areaFault(r, message, { place, index: inner, reason, fault })
    const label = message && 'actions' in message ? message.actions[Number(inner)]?.label : undefined
    if (field === 'actions' && label)
      return reason === 'missing' ? c.buttonNoLink({ label }) : c.buttonFault({ label, fault })
    if (reason !== 'missing') return c.fieldFault({ place, fault })
    const name =
      field === 'actions' ? 'fieldButtons' : field === 'words' ? 'fieldFallback' : fieldWord(field, message?.type)
    return name ? c.lacksField({ place, field: c[name] }) : m.incomplete({ place })
  }
}

/** Lists in words what keeps a draft from being sent, in the order of the parts. */
export function useMissing(draft: Draft, { faults, reached, everyone, isQuiet, ...things }: Known) {
  const c = useWords(composeText)
  const a = useWords(toAllText)
  const wordsOf = useFaultWords(things)
  const { target, schedule } = draft

  function ofTarget(): string | undefined {
    if (target.type === 'segments' && target.include.labelIds.length === 0) return c.chooseLabels
    if (target.type === 'profiles' && target.failedOf === null && target.profileIds.length === 0) return c.choosePeople
    if (everyone && everyone.restricted > 0) return a.restricted({ count: everyone.restricted })
    if (everyone && everyone.counted === null) return a.uncounted
    return reached === 0 ? c.reachesNobody : undefined
  }

  function ofTime(): string | undefined {
    if (schedule.type !== 'at' || schedule.sendAt === null) return undefined
    if (Date.parse(schedule.sendAt) < Date.now()) return c.pastTime
    return isQuiet ? c.quietTime : undefined
  }

  const all: MissingThing[] = faults.map((fault) => ({
    part: partOf(fault.path),
    path: fault.path,
    words: wordsOf(fault, draft),
    isFault: true,
  }))
  const whom = ofTarget()
  if (whom) all.push({ part: 'recipients', path: 'target', words: whom, isFault: false })
  const when = ofTime()
  if (when) all.push({ part: 'time', path: 'schedule', words: when, isFault: false })
  // Several fields of one message may lack the same.
  return all.filter(({ words }, place) => all.findIndex((one) => one.words === words) === place)
}
