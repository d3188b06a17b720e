import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { FormFoot } from '../../../ui/FormFoot.tsx'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { PipelineNote } from '../PipelineNote.tsx'
import { profileText } from '../profile-text.ts'
import { useCalled } from '../use-called.ts'
import { useEditable } from '../use-editable.ts'
import type { ListedProfile, ProfileListField } from '../values.ts'
import { edit } from './edit-text.ts'
import { formGroups, named } from './form-groups.ts'
import { MergeEdits } from './MergeEdits.tsx'
import styles from './ProfileEdit.module.css'
import { ProfileEditField } from './ProfileEditField.tsx'
import { useProfileEdit } from './use-profile-edit.ts'

/** Number of fields from which a search is offered. */
const MANY_FIELDS = 40

/** Every field of a customer in its group. Only what was changed is sent; Enter saves. */
export function ProfileEditForm({ profile }: { profile: ListedProfile }) {
  const t = useWords(profileText)
  const e = useWords(edit)
  const c = useWords(common)
  const go = useGo()
  const name = useCalled()(profile)
  const { locked, run } = useEditable()
  const form = useProfileEdit(profile)
  const { changed, errors, merge, saved } = form
  const [sought, setSought] = useState('')
  const groups = formGroups(form.fields.filter((field) => named(field, sought)))
  const element = useRef<HTMLFormElement>(null)
  const focusFirstField = () =>
    element.current?.querySelector<HTMLElement>('[name^="field-"]:enabled')?.focus({ preventScroll: true })
  useEffect(focusFirstField, [])
  useUnsaved(changed.length > 0 && !saved)
  // Only once the guard above knows that nothing is unsaved.
  useEffect(() => {
    if (saved) go({ to: 'profile-detail', params: { profileId: profile.id }, replace: true, state: true })
  }, [saved, go, profile.id])
  const errorCount = Object.keys(errors).length
  const save = () => {
    if (locked) return
    // Shows invalid fields.
    setSought('')
    void form.save()
  }
  const input = (field: ProfileListField) => (
    <ProfileEditField
      key={field.id}
      profileId={profile.id}
      field={field}
      value={form.draft[field.id] ?? ''}
      revealed={form.revealed.has(field.id)}
      error={errors[field.id]}
      onType={form.type}
      onReveal={form.reveal}
    />
  )
  return (
    <form
      ref={element}
      className={styles.form}
      aria-label={e.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {locked && <PipelineNote run={run} typing />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={merge ? e.mergeTitle : e.form} tabIndex={0}>
        {merge ? (
          <MergeEdits merge={merge} fields={form.fields} draft={form.draft} onChoose={form.type} />
        ) : (
          <div className={styles.groups}>
            {/* The first fields show the name. */}
            <h2 className="ruam-heard">{e.title({ name })}</h2>
            {form.fields.length > MANY_FIELDS && (
              <SearchBox view={{ typed: sought, type: setSought }} label={e.search} onEnter={focusFirstField} />
            )}
            {groups.length === 0 && <p className={styles.none}>{e.noneNamed}</p>}
            {groups.map(({ group, rows }) => (
              <section key={group} className={styles.group}>
                <h3>{t[group]}</h3>
                <div className={styles.inputs}>
                  {rows.map((row) =>
                    row.length > 1 ? (
                      <div key={row[0]!.id} className={styles.name} data-parts={row.length}>
                        {row.map(input)}
                      </div>
                    ) : (
                      row.map(input)
                    ),
                  )}
                </div>
              </section>
            ))}
          </div>
        )}
      </section>
      <FormFoot
        message={errorCount > 0 ? e.invalid({ count: errorCount }) : form.refusal}
        busy={form.saving}
        className={styles.foot}
      >
        <span role="status">{changed.length > 0 ? e.changes({ count: changed.length }) : e.noChanges}</span>
        {merge ? (
          <Button size="md" onClick={form.closeMerge}>
            {e.backToForm}
          </Button>
        ) : (
          <Button size="md" component={RouteLink} to="profile-detail" params={{ profileId: profile.id }} state>
            {c.cancel}
          </Button>
        )}
        <Button size="md" type="submit" variant="filled" loading={form.saving} disabled={locked}>
          {c.save}
        </Button>
      </FormFoot>
    </form>
  )
}
