import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { checks, submit } from '../../ui/form.ts'
import { passkeyText } from '../auth/passkey-text.ts'

interface RenamePasskeyProps {
  passkey: { id: number; name: string }
  onClose: () => void
}

export function RenamePasskey({ passkey: { id, name }, onClose }: RenamePasskeyProps) {
  const t = useWords(passkeyText)
  const c = useWords(common)
  const rename = useWrite(passkeys.rename, { quiet: true })
  const form = useForm({ mode: 'uncontrolled', initialValues: { name }, validate: { name: checks.name } })
  const save = (body: { name: string }) => rename.mutate({ params: { id }, body }, { onSuccess: onClose })
  return (
    <Dialog opened onClose={onClose} title={t.rename} size={420}>
      <form noValidate onSubmit={submit(form, save)}>
        <Stack gap="md">
          <TextInput {...form.getInputProps('name')} key={form.key('name')} label={t.name} data-autofocus />
          <FormFoot message={rename.error?.message} busy={rename.isPending}>
            <Button onClick={onClose}>{c.cancel}</Button>
            <Button type="submit" variant="filled" loading={rename.isPending}>
              {c.save}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
