import { Button, Radio, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { counter } from '@ruam/contract/customers/counter.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction, type restrictionKinds } from '@ruam/contract/customers/restriction.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { checks, submit } from '../../ui/form.ts'
import { useClose } from '../../ui/unsaved.ts'
import styles from './Restriction.module.css'
import { restrictionText } from './text.ts'

const refreshes = [profiles.get, profileHistory.list, counter.card]
const MAX_LENGTH = 500

interface RestrictionDialogProps {
  act: 'restrict' | 'lift'
  profileId: number
  /** As the screen calls the customer. */
  name: string
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  kind: (typeof restrictionKinds)[number]
  reason: string
}

/** Restricts the use of a customer's data with a reason, or lifts the restriction. */
export default function RestrictionDialog({ act, profileId, name, onClose }: RestrictionDialogProps) {
  const t = useWords(restrictionText)
  const c = useWords(common)
  const restrict = useWrite(profileRestriction.restrict, { quiet: true, refreshes })
  const lift = useWrite(profileRestriction.lift, { quiet: true, refreshes })
  const { isPending, error } = act === 'lift' ? lift : restrict
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { kind: 'restricted', reason: '' },
    validate: { reason: checks.required },
  })
  const close = useClose(form.isDirty() && !restrict.isSuccess && !lift.isSuccess, onClose)
  const done = () => {
    alerts.success(act === 'lift' ? t.liftDone : t.restrictDone)
    onClose()
  }
  const save = ({ kind, reason }: Values) => {
    if (isPending) return
    const params = { id: profileId }
    if (act === 'lift') lift.mutate({ params, body: { reason } }, { onSuccess: done })
    else restrict.mutate({ params, body: { kind, reason } }, { onSuccess: done })
  }
  return (
    <Dialog
      opened
      onClose={close}
      title={act === 'lift' ? t.liftTitle({ name }) : t.restrictTitle({ name })}
      transitionProps={{ duration: 0 }}
    >
      <form noValidate onSubmit={submit(form, save)}>
        <Stack gap="lg" mt="sm">
          <p className={styles.text}>{act === 'lift' ? t.liftText : t.meaning}</p>
          {act === 'restrict' && (
            <Radio.Group {...form.getInputProps('kind')} label={t.kind}>
              <Stack gap="xs" mt={4}>
                <Radio size="sm" value="restricted" label={t.kindRestricted} />
                <Radio size="sm" value="objected" label={t.kindObjected} />
              </Stack>
            </Radio.Group>
          )}
          <Textarea
            {...form.getInputProps('reason')}
            label={t.reason}
            placeholder={act === 'lift' ? t.liftHint : t.reasonHint}
            required
            minRows={2}
            maxRows={6}
            maxLength={MAX_LENGTH}
            data-autofocus
          />
          <FormFoot message={error?.message} busy={isPending}>
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={isPending}>
              {act === 'lift' ? t.lift : t.restrict}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
