import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { useState } from 'react'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { submit } from '../../ui/form.ts'
import { useGo } from '../../ui/route.tsx'
import styles from './EraseDialog.module.css'
import { text } from './text.ts'

interface EraseDialogProps {
  profileId: number
  /** As the screen calls the person; empty when there is no name. */
  name: string
  opened: boolean
  onClose: () => void
}

/** Says what forgetting a person means, has it confirmed by a typed word, and begins it. */
export function EraseDialog({ profileId, name, opened, onClose }: EraseDialogProps) {
  const t = useWords(text)
  const c = useWords(common)
  const go = useGo()
  const erase = useWrite(profileErasure.erase, { quiet: true })
  const [refusal, setRefusal] = useState<string>()
  const { word } = t
  const form = useForm({
    mode: 'controlled',
    initialValues: { word: '' },
    validate: { word: (typed) => (typed.trim().toLowerCase() === word ? null : t.typeWrong({ word })) },
  })
  const begin = async () => {
    setRefusal(undefined)
    try {
      const { jobId } = await erase.mutateAsync({ params: { id: profileId }, body: { confirm: true } })
      watchJob(jobId)
      onClose()
      go({ to: 'profile-list' })
    } catch (error) {
      if (!isApiError(error)) throw error
      setRefusal(error.message)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t.title} size={720} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, begin)}>
        <Stack gap="lg" mt="sm">
          <p className={styles.lead}>{name ? t.who({ name }) : t.whoNoName}</p>
          <div className={styles.parts}>
            <div>
              <h3>{t.goes}</h3>
              <ul>
                <li>{t.goesProfile}</li>
                <li>{t.goesMerged}</li>
                <li>{t.goesFiles}</li>
                <li>{t.goesWords}</li>
              </ul>
            </div>
            <div>
              <h3>{t.stays}</h3>
              <ul>
                <li>{t.staysMark}</li>
                <li>{t.staysConsent}</li>
                <li>{t.staysNames}</li>
              </ul>
            </div>
            <div>
              <h3>{t.when}</h3>
              <ul>
                <li>{t.whenNow}</li>
                <li>{t.whenEnd}</li>
                <li>{t.whenDisk}</li>
              </ul>
            </div>
          </div>
          <FormNote kind="info" message={t.undoNote} />
          <TextInput
            {...form.getInputProps('word')}
            label={t.type({ word })}
            required
            data-autofocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <FormFoot message={refusal} busy={erase.isPending}>
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" color="var(--ruam-danger-fill)" loading={erase.isPending}>
              {t.erase}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
