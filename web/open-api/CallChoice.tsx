import { Checkbox, Stack } from '@mantine/core'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import styles from './OpenApi.module.css'
import { openApiText } from './open-api-text.ts'
import { useCallName } from './use-call-name.ts'

interface CallChoiceProps {
  value: string[]
  error: string | undefined
  onChange: (calls: string[]) => void
}

/** The calls of an open API, in groups. */
export function CallChoice({ value, error, onChange }: CallChoiceProps) {
  const t = useWords(openApiText)
  const { nameOf, groupOf } = useCallName()
  const groups = useRead(openApis.groups, {})
  return (
    <Checkbox.Group value={value} error={error} onChange={onChange} label={t.reads} description={t.readsText} required>
      {groups.error && <FormNote message={groups.error.message} />}
      {!groups.data && !groups.error && <Bones />}
      <Stack gap="md" mt="xs">
        {groups.data?.data.map(({ group, calls }) => (
          <fieldset key={group} className={styles.group}>
            <legend>{groupOf(group)}</legend>
            {calls.map(({ call }) => (
              <Checkbox key={call} value={call} label={nameOf(call)} />
            ))}
          </fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
