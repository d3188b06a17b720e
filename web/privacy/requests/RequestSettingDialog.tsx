import { Button, Checkbox, NumberInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { privacyRequests, REQUEST_DAYS } from '@ruam/contract/privacy/requests.ts'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Bones } from '../../ui/Bones.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { submit } from '../../ui/form.ts'
import { Unread } from '../../ui/Unread.tsx'
import { requestListText } from './list-text.ts'

/** Settings of requests: the days, and whether an erasure needs two people. */
export default function RequestSettingDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(requestListText)
  const read = useRead(privacyRequests.setting, {}, { staleTime: 0 })
  return (
    <Dialog opened onClose={onClose} title={t.settingTitle} transitionProps={{ duration: 0 }}>
      {read.data && !read.isFetching ? (
        <SettingForm setting={read.data} onClose={onClose} />
      ) : read.error ? (
        <Unread read={read} />
      ) : (
        <Bones />
      )}
    </Dialog>
  )
}

interface SettingFormProps {
  setting: Got<typeof privacyRequests.setting>
  onClose: () => void
}

function SettingForm({ setting, onClose }: SettingFormProps) {
  const t = useWords(requestListText)
  const c = useWords(common)
  const save = useWrite(privacyRequests.saveSetting, { quiet: true })
  const form = useForm({
    mode: 'controlled',
    initialValues: { days: setting.days as number | string, eraseNeedsTwo: setting.eraseNeedsTwo },
    validate: { days: (days) => (Number(days) >= 1 && Number(days) <= REQUEST_DAYS ? null : t.daysWrong) },
  })
  const send = ({ days, eraseNeedsTwo }: typeof form.values) =>
    save.mutate(
      { body: { days: Number(days), eraseNeedsTwo } },
      {
        onSuccess: () => {
          alerts.success(c.saved)
          onClose()
        },
      },
    )
  return (
    <form noValidate onSubmit={submit(form, send)}>
      <Stack gap="lg" mt="sm">
        <NumberInput
          {...form.getInputProps('days')}
          label={t.days}
          description={t.daysHint}
          allowDecimal={false}
          allowNegative={false}
          required
          data-autofocus
        />
        <Checkbox {...form.getInputProps('eraseNeedsTwo', { type: 'checkbox' })} label={t.two} />
        <FormFoot message={save.error?.message} busy={save.isPending}>
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" type="submit" variant="filled" loading={save.isPending}>
            {c.save}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}
