import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { FormNote } from '../../core/FormNote.tsx'
import { RouteLink, useGo } from '../../core/route.tsx'
import { useWords } from '../../core/text.ts'
import { useUnsaved } from '../../core/unsaved.ts'
import { common } from '../../core/words.ts'
import { groupFields } from '../field-groups.ts'
import { text } from '../text.ts'
import { useCalled } from '../use-called.ts'
import { useEditable } from '../use-editable.ts'
import type { ProfileRow } from '../values.ts'
import { edit } from './edit-text.ts'
import { MergeEdits } from './MergeEdits.tsx'
import styles from './ProfileEdit.module.css'
import { ProfileEditField } from './ProfileEditField.tsx'
import { ProfileEditLock } from './ProfileEditLock.tsx'
import { useProfileEdit } from './use-profile-edit.ts'

/** Every field of a customer in its group. Only what was changed is sent; Enter saves. */
export function ProfileEditForm({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const e = useWords(edit)
  const c = useWords(common)
  const go = useGo()
  const name = useCalled()(profile)
  const { locked, run } = useEditable()
  const form = useProfileEdit(profile)
  const { changed, errors, merge, saved } = form
  useUnsaved(changed.length > 0 && !saved)
  // Only once the guard above knows that nothing is unsaved.
  useEffect(() => {
    if (saved) go({ to: 'profile-detail', params: { profileId: profile.id }, replace: true })
  }, [saved, go, profile.id])
  const errorCount = Object.keys(errors).length
  const save = () => {
    if (!locked) void form.save()
  }
  return (
    <form
      className={styles.form}
      aria-label={e.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {locked && <ProfileEditLock run={run} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={merge ? e.mergeTitle : e.form} tabIndex={0}>
        {merge ? (
          <MergeEdits merge={merge} fields={form.fields} draft={form.draft} onChoose={form.type} />
        ) : (
          <div className={styles.groups}>
            <h2>{e.title({ name })}</h2>
            <FormNote message={errorCount > 0 ? e.invalid({ count: errorCount }) : form.refusal} />
            {groupFields(form.fields).map(([group, fields]) => (
              <section key={group} className={styles.group}>
                <h3>{t[group]}</h3>
                <div className={styles.inputs}>
                  {fields.map((field) => (
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
                  ))}
                </div>
              </section>
            ))}
          </div>
        )}
      </section>
      <div className={styles.foot}>
        <span role="status">{changed.length > 0 ? e.changes({ count: changed.length }) : e.noChanges}</span>
        {merge ? (
          <Button size="md" onClick={form.closeMerge}>
            {e.backToForm}
          </Button>
        ) : (
          <Button size="md" component={RouteLink} to="profile-detail" params={{ profileId: profile.id }}>
            {c.cancel}
          </Button>
        )}
        <Button size="md" type="submit" variant="filled" loading={form.saving} disabled={locked}>
          {c.save}
        </Button>
      </div>
    </form>
  )
}
