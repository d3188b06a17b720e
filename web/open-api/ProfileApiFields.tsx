import { Button } from '@mantine/core'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { useState } from 'react'
import { type Got, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from '../ui/alerts.ts'
import { FormFoot } from '../ui/FormFoot.tsx'
import { FieldAccess, type Listed } from './FieldAccess.tsx'
import styles from './ProfileApi.module.css'
import { text } from './profile-api-text.ts'

interface ProfileApiFieldsProps {
  fields: Got<typeof profileApi.get>['fields']
  owner: boolean
}

/** The store's list: the fields that programs may read and write at all; those with sensitive values last. */
export function ProfileApiFields({ fields, owner }: ProfileApiFieldsProps) {
  const t = useWords(text)
  const c = useWords(common)
  const saved = fields.flatMap(({ id, read, write }): Listed[] =>
    read || write ? [{ fieldId: id, read, write: write ? 'overwrite' : null }] : [],
  )
  const [listed, setListed] = useState<readonly Listed[]>(saved)
  const save = useWrite(profileApi.setFields, { quiet: true })
  const changed = keyOf(listed) !== keyOf(saved)
  return (
    <>
      <FieldAccess
        plain
        fields={fields.toSorted((a, b) => Number(a.sensitive) - Number(b.sensitive))}
        value={listed}
        disabled={!owner}
        onChange={setListed}
      />
      <p className={styles.quiet}>{t.sensitiveText}</p>
      {owner && (
        <FormFoot message={save.error?.message} busy={save.isPending} className={styles.actions}>
          <Button
            size="md"
            variant="filled"
            disabled={!changed}
            loading={save.isPending}
            onClick={() =>
              save.mutate(
                { body: { fields: listed.map(({ write, ...one }) => ({ ...one, write: write !== null })) } },
                { onSuccess: () => alerts.success(t.fieldsSaved) },
              )
            }
          >
            {c.save}
          </Button>
          <span className={styles.quiet}>
            {t.chosen({
              read: listed.filter(({ read }) => read).length,
              write: listed.filter(({ write }) => write !== null).length,
              total: fields.length,
            })}
          </span>
        </FormFoot>
      )}
    </>
  )
}

const keyOf = (list: readonly Listed[]) =>
  list
    .map(({ fieldId, read, write }) => `${fieldId} ${read} ${write}`)
    .sort()
    .join()
