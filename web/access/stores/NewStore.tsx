import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { checks, submit } from '../../ui/form.ts'
import { text } from './text.ts'

/** Lets a store owner open another store. */
export function NewStore() {
  const t = useWords(text)
  const [opened, open] = useState(false)
  return (
    <>
      <Button mt="md" fullWidth leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => open(true)}>
        {t.newStore}
      </Button>
      {opened && <NewStoreDialog onClose={() => open(false)} />}
    </>
  )
}

function NewStoreDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const navigate = useNavigate()
  const create = useWrite(stores.create, { quiet: true, refreshes: [users.stores] })
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' }, validate: { name: checks.name } })
  const save = async (body: { name: string }) => {
    const made = await create.mutateAsync({ body }).catch(() => undefined)
    if (made) await navigate({ to: `/${made.id}` as never })
  }
  return (
    <Dialog opened onClose={onClose} title={t.newStore}>
      <form noValidate onSubmit={submit(form, save)}>
        <Stack gap="md">
          <p>{t.newStoreText}</p>
          <TextInput
            {...form.getInputProps('name')}
            key={form.key('name')}
            label={t.storeName}
            required
            data-autofocus
          />
          <FormFoot message={create.error?.message} busy={create.isPending}>
            <Button onClick={onClose}>{c.cancel}</Button>
            <Button type="submit" variant="filled" loading={create.isPending}>
              {c.create}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
