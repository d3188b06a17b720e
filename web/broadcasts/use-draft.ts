import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../data/api.ts'
import { ApiError } from '../data/request.ts'
import { refreshRights } from '../data/session.ts'
import { currentOf } from '../data/stale.ts'
import { type Broadcast, isUnsaved } from './broadcast.ts'

const keys = [
  ...(['name', 'channel', 'purposeId', 'target', 'messages', 'quickReplies', 'stopReply', 'schedule'] as const),
  ...(['notificationDisabled', 'holdout', 'linkTracking', 'abTest'] as const),
]
type Part = (typeof keys)[number]
export type Draft = Pick<Broadcast, Part>

/** Milliseconds after the last change until a draft is saved. */
const SAVE_MS = 700

const draftOf = (broadcast: Broadcast): Draft =>
  Object.fromEntries(keys.map((key) => [key, broadcast[key]])) as unknown as Draft

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const changedKeys = (draft: Draft, saved: Draft) => keys.filter((key) => !same(draft[key], saved[key]))

/** Returns the parts as a call takes them. */
function sentOf(draft: Draft, parts: readonly Part[]): Record<string, unknown> {
  const sent = Object.fromEntries(parts.map((key) => [key, draft[key]])) as Record<string, unknown>
  if (sent.channel) sent.channel = { type: draft.channel!.type, channelId: draft.channel!.channelId }
  return sent
}

interface Conflict {
  part: Part
  take: () => void
}

interface DraftOptions {
  /** What was typed waits while it is set. */
  readOnly: boolean
  /** Called with the id of a new draft, after its first save. */
  onCreated: (id: number) => void
}

/**
 * A draft that saves itself. The first change creates it: looking at an empty form leaves nothing. An edit over an older version is merged
 * part by part; parts that both changed are offered.
 */
export function useDraft(broadcast: Broadcast, { readOnly, onCreated }: DraftOptions) {
  const [base, setBase] = useState(broadcast)
  const [draft, setDraft] = useState(() => draftOf(broadcast))
  // As it was typed: the server may answer another form, such as a trimmed name.
  const [savedDraft, setSavedDraft] = useState(draft)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  // Saves come one after the other, each over the version that the one before answered.
  const now = useRef({ base, draft, savedDraft })
  // Saving once more would withdraw what was sent.
  const isSent = useRef(false)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  now.current.draft = draft
  const isDirty = changedKeys(draft, savedDraft).length > 0

  function keep(saved: Broadcast, typed: Draft) {
    now.current.base = saved
    now.current.savedDraft = typed
    setBase(saved)
    setSavedDraft(typed)
  }

  /** Merges another person's version into the local changes. Returns whether both changed a part. */
  function merge(theirs: Broadcast): boolean {
    const { base: seen, draft: mine, savedDraft: before } = now.current
    const changed = changedKeys(mine, before)
    const both = changed.filter((key) => !same(theirs[key], seen[key]) && !same(theirs[key], mine[key]))
    const merged = { ...draftOf(theirs), ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
    now.current.draft = merged
    setDraft(merged)
    keep(theirs, draftOf(theirs))
    setConflicts(
      both.map((part) => ({
        part,
        take: () => {
          setDraft((kept) => ({ ...kept, [part]: theirs[part] }))
          setConflicts((left) => left.filter((one) => one.part !== part))
        },
      })),
    )
    return both.length > 0
  }

  async function saveNow(status: 'draft' | 'pending', withdrawn: number | undefined): Promise<Broadcast | undefined> {
    setSaving(true)
    setError(undefined)
    try {
      for (;;) {
        const { base: seen, draft: mine, savedDraft: before } = now.current
        try {
          if (isUnsaved(seen)) {
            const created = await call(broadcasts.create, { body: sentOf(mine, keys) } as never)
            keep(created, mine)
            onCreated(created.id)
            if (status === 'draft') return created
            continue
          }
          const sent = sentOf(mine, changedKeys(mine, before))
          const body = {
            ...sent,
            id: seen.id,
            status,
            originTime: seen.updatedAt,
            ...(withdrawn !== undefined && { withdrawn }),
          }
          const saved = await call(broadcasts.update, { body } as never)
          isSent.current = status === 'pending'
          keep(saved, mine)
          return saved
        } catch (refused) {
          if (!(refused instanceof ApiError)) throw refused
          if (refused.name === 'forbidden') await refreshRights().catch(() => undefined)
          if (refused.name !== 'stale_edit') setError(refused.message)
          else if (!merge(currentOf(broadcasts.update)(refused))) continue
          return undefined
        }
      }
    } finally {
      setSaving(false)
    }
  }

  /**
   * Saves what changed, and schedules it if asked. Returns the broadcast, or undefined if it was refused. `withdrawn`: friends who get a call
   * for everyone although they withdrew, as they were confirmed.
   */
  function save(status: 'draft' | 'pending' = 'draft', withdrawn?: number): Promise<Broadcast | undefined> {
    const turn = last.current.then(() => saveNow(status, withdrawn))
    last.current = turn.catch(() => undefined)
    return turn
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait again
  useEffect(() => {
    if (!isDirty || saving || error || readOnly || base.status !== 'draft' || isSent.current) return
    const timer = setTimeout(() => void save(), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, base, isDirty, saving, error, readOnly])

  // A refusal was about the right that is lacking now, or is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each loss and return of the right
  useEffect(() => setError(undefined), [readOnly])

  const change = (parts: Partial<Draft>) => {
    setError(undefined)
    setDraft((mine) => ({ ...mine, ...parts }))
  }
  return { base, draft, change, save, saving, isDirty, error, conflicts }
}
