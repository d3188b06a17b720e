import { Button, Stack, TextInput } from '@mantine/core'
import { myDataLinks } from '@ruam/contract/privacy/my-data-link.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormFoot } from '../../../ui/FormFoot.tsx'
import { linkText } from './my-data-link-text.ts'
import { useCopy } from './use-copy.ts'

interface MyDataLinkProps {
  profileId: number
  /** As the screen calls the customer. */
  name: string
  onClose: () => void
}

/** Makes a customer's personal link to My data, and shows it once. */
export default function MyDataLink({ profileId, name, onClose }: MyDataLinkProps) {
  const t = useWords(linkText)
  const c = useWords(common)
  const format = useFormat()
  const copy = useCopy()
  const create = useWrite(myDataLinks.create, { quiet: true })
  const { data, error, isPending } = create
  return (
    <Dialog opened onClose={onClose} title={t.title({ name })} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        {data ? (
          <TextInput
            label={t.link}
            description={t.once({ date: format.date(data.expiresAt) })}
            value={data.url}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        ) : (
          <p>{t.about}</p>
        )}
        <FormFoot message={error?.message} busy={isPending}>
          <Button size="md" onClick={onClose}>
            {data ? t.close : c.cancel}
          </Button>
          {data ? (
            <Button size="md" variant="filled" onClick={() => copy(data.url)}>
              {t.copy}
            </Button>
          ) : (
            <Button
              size="md"
              variant="filled"
              loading={isPending}
              data-autofocus
              onClick={() => create.mutate({ params: { id: profileId } })}
            >
              {t.make}
            </Button>
          )}
        </FormFoot>
      </Stack>
    </Dialog>
  )
}
