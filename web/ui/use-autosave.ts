import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../data/request.ts'
import { refreshRights } from '../data/session.ts'

/** Milliseconds after the last change until a draft is saved. */
const SAVE_MS = 700

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

interface Conflict<K> {
  part: K
  take: () => void
}

interface Autosave<R, D extends object, O> {
  record: R
  keys: readonly (keyof D & string)[]
  draftOf: (record: R) => D
  /** Returns the parts as they are compared and sent; left out: as they are. */
  sentOf?: (draft: D) => D
  /** True for a draft that the server does not have. */
  isUnsaved: (record: R) => boolean
  /** True while the record takes changes of a draft. */
  isOpen: (record: R) => boolean
  create: (draft: D) => Promise<R>
  /** `last`: the save after which nothing more is saved, for instance because it was scheduled. */
  update: (record: R, changed: Partial<D>, last: O | undefined) => Promise<R>
  /** Returns the other person's version of a stale edit. */
  currentOf: (error: ApiError) => R
  /** What was typed waits while it is set. */
  readOnly: boolean
  /** Called with a new draft, after its first save. */
  onCreated: (record: R) => void
}

/**
 * A draft that saves itself. The first change creates it: looking at an empty form leaves nothing. An edit over an older version is merged
 * part by part; parts that both changed are offered.
 */
export function useAutosave<R, D extends object, O = never>(options: Autosave<R, D, O>) {
  const { keys, draftOf, sentOf = (draft) => draft, isUnsaved, isOpen, readOnly } = options
  const [base, setBase] = useState(options.record)
  const [draft, setDraft] = useState(() => draftOf(options.record))
  // As it was typed: the server may answer another form, such as a trimmed name.
  const [savedDraft, setSavedDraft] = useState(draft)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const [conflicts, setConflicts] = useState<Conflict<keyof D & string>[]>([])
  // Saves come one after the other, each over the version that the one before answered.
  const now = useRef({ base, draft, savedDraft })
  // Saving once more would withdraw what was sent.
  const isSent = useRef(false)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  now.current.draft = draft
  const changedKeys = (mine: D, saved: D) => {
    const [one, other] = [sentOf(mine), sentOf(saved)]
    return keys.filter((key) => !same(one[key], other[key]))
  }
  const isDirty = changedKeys(draft, savedDraft).length > 0

  function keep(saved: R, typed: D) {
    now.current.base = saved
    now.current.savedDraft = typed
    setBase(saved)
    setSavedDraft(typed)
  }

  /** Merges another person's version into the local changes. Returns whether both changed a part. */
  function merge(theirs: R): boolean {
    const { base: seen, draft: mine, savedDraft: before } = now.current
    const [their, ours] = [draftOf(theirs), draftOf(seen)]
    const changed = changedKeys(mine, before)
    const both = changed.filter((key) => !same(their[key], ours[key]) && !same(their[key], mine[key]))
    const merged = { ...their, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
    now.current.draft = merged
    setDraft(merged)
    keep(theirs, their)
    setConflicts(
      both.map((part) => ({
        part,
        take: () => {
          setDraft((kept) => ({ ...kept, [part]: their[part] }))
          setConflicts((left) => left.filter((one) => one.part !== part))
        },
      })),
    )
    return both.length > 0
  }

  async function saveNow(closing: O | undefined): Promise<R | undefined> {
    setSaving(true)
    setError(undefined)
    try {
      for (;;) {
        const { base: seen, draft: mine, savedDraft: before } = now.current
        try {
          if (isUnsaved(seen)) {
            const created = await options.create(sentOf(mine))
            keep(created, mine)
            options.onCreated(created)
            if (closing === undefined) return created
            continue
          }
          const sent = sentOf(mine)
          const changed = Object.fromEntries(changedKeys(mine, before).map((key) => [key, sent[key]])) as Partial<D>
          const saved = await options.update(seen, changed, closing)
          isSent.current = closing !== undefined
          keep(saved, mine)
          return saved
        } catch (refused) {
          if (!(refused instanceof ApiError)) throw refused
          if (refused.name === 'forbidden') await refreshRights().catch(() => undefined)
          if (refused.name !== 'stale_edit') setError(refused.message)
          else if (!merge(options.currentOf(refused))) continue
          return undefined
        }
      }
    } finally {
      setSaving(false)
    }
  }

  /** Saves what changed. Returns the record, or undefined if it was refused. */
  function save(closing?: O): Promise<R | undefined> {
    const turn = last.current.then(() => saveNow(closing))
    last.current = turn.catch(() => undefined)
    return turn
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait again
  useEffect(() => {
    if (!isDirty || saving || error || readOnly || !isOpen(base) || isSent.current) return
    const timer = setTimeout(() => void save(), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, base, isDirty, saving, error, readOnly])

  // Letters of the last moment before the screen is left. A new draft would lead back to itself.
  const leave = useRef(() => {})
  leave.current = () => {
    if (isDirty && !error && !readOnly && isOpen(base) && !isUnsaved(base) && !isSent.current) void save()
  }
  useEffect(() => () => leave.current(), [])

  // A refusal was about the right that is lacking now, or is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each loss and return of the right
  useEffect(() => setError(undefined), [readOnly])

  const change = (parts: Partial<D>) => {
    setError(undefined)
    setDraft((mine) => ({ ...mine, ...parts }))
  }
  return {
    base,
    draft,
    change,
    save,
    /** Takes a version that something else has brought. Local changes stay. */
    receive: (theirs: R) => void merge(theirs),
    saving,
    isDirty,
    error,
    conflicts,
  }
}
