import { Button, Checkbox } from '@mantine/core'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { useState } from 'react'
import { type Got, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from '../ui/alerts.ts'
import { FormNote } from '../ui/FormNote.tsx'
import styles from './ProfileApi.module.css'
import { text } from './profile-api-text.ts'

interface ProfileApiFieldsProps {
  fields: Got<typeof profileApi.get>['fields']
  owner: boolean
}

/** Chooses the fields that programs read; those with sensitive values are apart. */
export function ProfileApiFields({ fields, owner }: ProfileApiFieldsProps) {
  const t = useWords(text)
  const c = useWords(common)
  const saved = new Set(fields.flatMap(({ id, read }) => (read ? id : [])))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(saved)
  const save = useWrite(profileApi.setFields)
  const changed = fields.some(({ id }) => chosen.has(id) !== saved.has(id))
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const boxes = (sensitive: boolean) => (
    <div className={styles.fields}>
      {fields
        .filter((field) => field.sensitive === sensitive)
        .map(({ id, name, displayName }) => (
          <Checkbox
            key={id}
            label={
              <>
                {displayName} <span className={styles.quiet}>{name}</span>
              </>
            }
            checked={chosen.has(id)}
            disabled={!owner}
            onChange={() => toggle(id)}
          />
        ))}
    </div>
  )
  return (
    <>
      {boxes(false)}
      <fieldset className={styles.sensitive}>
        <legend>{t.sensitive}</legend>
        <p>{t.sensitiveText}</p>
        {boxes(true)}
      </fieldset>
      <FormNote message={save.error?.message} />
      {owner && (
        <div className={styles.actions}>
          <Button
            size="md"
            variant="filled"
            disabled={!changed}
            loading={save.isPending}
            onClick={() =>
              save.mutate(
                { body: { fields: fields.map(({ id, write }) => ({ fieldId: id, read: chosen.has(id), write })) } },
                { onSuccess: () => alerts.success(t.fieldsSaved) },
              )
            }
          >
            {c.save}
          </Button>
          <span className={styles.quiet}>{t.chosen({ count: chosen.size, total: fields.length })}</span>
        </div>
      )}
    </>
  )
}
