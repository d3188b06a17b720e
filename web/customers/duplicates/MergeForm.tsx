import { Button } from '@mantine/core'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { call, useRefresh, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { shortName } from '../../ui/short-name.ts'
import { fieldNameOf } from '../profiles/values.ts'
import type { Merged } from './MergedNote.tsx'
import styles from './PairDetail.module.css'
import { PairFields } from './PairFields.tsx'
import { type DuplicatePairView, groupSides, haveTwoCitizenIds, suggestedSide, suggestedSurvivor } from './pair-view.ts'
import { text } from './text.ts'

interface MergeFormProps {
  pair: DuplicatePairView
  head: ReactNode
  hasNext: boolean
  onNext: (merged?: Merged) => void
  /** The merge was taken back. */
  onUndone: () => void
}

/** Duration of the undo toast, in milliseconds. */
const UNDO_TOAST_MS = 12_000

/** The form shows the error itself. */
const ignore = () => undefined

/** Which profile stays, whose value is taken where they differ, and the decision. Ctrl + Enter merges. */
export function MergeForm({ pair, head, hasNext, onNext, onUndone }: MergeFormProps) {
  const t = useWords(text)
  const c = useWords(common)
  const mayList = useMayOpen('profile-list')
  const groups = groupSides(pair)
  const [keep, setKeep] = useState<0 | 1>(() => suggestedSurvivor(pair))
  const [sides, setSides] = useState<Record<number, 0 | 1>>(() =>
    Object.fromEntries(groups.differing.map((field) => [field.id, suggestedSide(field, pair)])),
  )
  const refresh = useRefresh()
  const merge = useWrite(profileDuplicates.merge, { refreshes: [profiles.list], quiet: true })
  const mergeChosen = useWrite(profileDuplicates.mergeChosen, { refreshes: [profiles.list], quiet: true })
  const dismiss = useWrite(profileDuplicates.dismiss, { quiet: true })
  const error = merge.error ?? mergeChosen.error ?? dismiss.error
  const merging = merge.isPending || mergeChosen.isPending
  const busy = merging || dismiss.isPending

  const takeBack = async (mergeId: number) => {
    try {
      await call(profileDuplicates.undoMerge, { params: { id: mergeId } })
      alerts.success(t.undone)
      onUndone()
    } catch (failed) {
      if (!isApiError(failed)) throw failed
      alerts.error(failed.message)
    }
    await refresh(profileDuplicates.list, profiles.list)
  }
  // Awaited, for once the pair is read again this form is gone, and with it the callbacks of its write.
  const decide = async () => {
    if (busy) return
    const idOf = (side: 0 | 1) => pair.profiles[side]!.id
    const fields = groups.differing.map(({ id }) => ({ fieldId: id, from: idOf(sides[id] ?? keep) }))
    const body = { keep: idOf(keep), fields }
    const done =
      pair.id === null
        ? mergeChosen.mutateAsync({ body: { ...body, profileIds: [idOf(0), idOf(1)] } })
        : merge.mutateAsync({ params: { id: pair.id }, body })
    const made = await done.catch(ignore)
    if (!made) return
    const name = shortName(fieldNameOf(made.profile)) || t.noName
    alerts.success(t.mergedToast({ name }), {
      name,
      autoClose: UNDO_TOAST_MS,
      action: { label: t.undo, onClick: () => takeBack(made.mergeId) },
    })
    onNext({ profileId: made.profile.id, name })
  }
  const dismissPair = async (id: number) => {
    const done = await dismiss.mutateAsync({ params: { id } }).then(() => true, ignore)
    if (!done) return
    alerts.success(t.dismissedToast)
    onNext()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void decide()
  }
  return (
    <form
      className={styles.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void decide()
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t.differing}>
        {head}
        {haveTwoCitizenIds(pair) && (
          <p className={styles.warning}>
            <IconAlertTriangle size={18} stroke={1.6} />
            {t.twoCitizens}
          </p>
        )}
        <PairFields pair={pair} groups={groups} choice={{ keep, setKeep, sides, setSides }} />
      </section>
      <FormFoot message={error?.message} busy={busy} className={styles.actions}>
        <Button type="submit" variant="filled" loading={merging} disabled={dismiss.isPending} title={t.shortcut}>
          {t.merge}
        </Button>
        {pair.id === null ? (
          <Button component={RouteLink} to={mayList ? 'profile-list' : 'profile-duplicate'}>
            {c.cancel}
          </Button>
        ) : (
          <Button loading={dismiss.isPending} disabled={merging} onClick={() => void dismissPair(pair.id!)}>
            {t.dismiss}
          </Button>
        )}
        {hasNext && (
          <Button variant="subtle" disabled={busy} onClick={() => onNext()}>
            {t.skip}
          </Button>
        )}
      </FormFoot>
    </form>
  )
}
