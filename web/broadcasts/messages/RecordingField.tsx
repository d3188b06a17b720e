import { Button, FileButton } from '@mantine/core'
import { MAX_AUDIO_MINUTES, MAX_VIDEO_MINUTES, media } from '@ruam/contract/broadcasts/media.ts'
import { IconPhoto, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { type DraftMessage, mediaAddress } from '../broadcast.ts'
import styles from '../Composer.module.css'
import { Player } from './Player.tsx'
import { recordingText } from './recording-text.ts'
import { useUpload } from './use-upload.ts'
import { frameOf } from './video-frame.ts'

const icon = { size: 16, stroke: 1.6 }

interface FieldProps<T extends DraftMessage['type']> {
  message: Extract<DraftMessage, { type: T }>
  place: number
  error: string | undefined
  onChange: (message: Extract<DraftMessage, { type: T }>) => void
}

/** A video, with the picture that is seen before it plays: a frame of it, or a picture of the store's choice. */
export function VideoField({ message, place, error, onChange }: FieldProps<'video'>) {
  const t = useWords(recordingText)
  const video = useUpload()
  const poster = useUpload()
  const [frameless, setFrameless] = useState(false)
  async function choose(file: File | null) {
    if (!file) return
    const frame = frameOf(file)
    const stored = await video.send(media.uploadVideo, file)
    if (!stored) return
    onChange({ ...message, name: stored.name, previewName: null })
    const picture = await frame
    setFrameless(!picture)
    if (picture) await choosePoster(picture, stored.name)
  }
  async function choosePoster(file: File | null, name = message.name) {
    const stored = file && (await poster.send(media.upload, file))
    if (!stored) return
    setFrameless(false)
    onChange({ ...message, name, previewName: stored.previewName })
  }
  return (
    <div className={styles.fields}>
      <div className={styles.picture}>
        {message.previewName && (
          <img src={mediaAddress(message.previewName)} alt={t.posterSeen({ place: place + 1 })} />
        )}
        <div>
          <FileButton accept="video/mp4" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload {...icon} />} loading={video.busy}>
                {message.name ? t.otherVideo : t.chooseVideo}
              </Button>
            )}
          </FileButton>
          {message.name && (
            <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choosePoster(file)}>
              {(props) => (
                <Button {...props} leftSection={<IconPhoto {...icon} />} loading={poster.busy}>
                  {message.previewName ? t.otherPoster : t.choosePoster}
                </Button>
              )}
            </FileButton>
          )}
          <span className={styles.quiet}>{t.videoHint({ minutes: MAX_VIDEO_MINUTES })}</span>
          <Sent progress={video.progress} />
        </div>
      </div>
      {frameless && <p className={styles.quiet}>{t.posterNeeded}</p>}
      {error && !video.busy && !poster.busy && !video.refusal && <p className={styles.fault}>{error}</p>}
      <FormNote message={video.refusal ?? poster.refusal} />
    </div>
  )
}

/** A sound of at most a minute. */
export function AudioField({ message, place, error, onChange }: FieldProps<'audio'>) {
  const t = useWords(recordingText)
  const audio = useUpload()
  async function choose(file: File | null) {
    const stored = file && (await audio.send(media.uploadAudio, file))
    if (stored) onChange({ ...message, name: stored.name, duration: stored.duration })
  }
  return (
    <div className={styles.fields}>
      {message.name && <Player message={message} label={t.audioSeen({ place: place + 1 })} />}
      <div className={styles.pair}>
        <FileButton accept="audio/mp4,audio/x-m4a,audio/mpeg,.m4a,.mp3" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} leftSection={<IconUpload {...icon} />} loading={audio.busy}>
              {message.name ? t.otherAudio : t.chooseAudio}
            </Button>
          )}
        </FileButton>
        <span className={styles.quiet}>{t.audioHint({ minutes: MAX_AUDIO_MINUTES })}</span>
        <Sent progress={audio.progress} />
      </div>
      {error && !audio.refusal && <p className={styles.fault}>{error}</p>}
      <FormNote message={audio.refusal} />
    </div>
  )
}

function Sent({ progress }: { progress: number | null }) {
  const t = useWords(recordingText)
  if (progress === null) return null
  return (
    <span className={styles.quiet} role="status">
      {t.uploaded({ percent: Math.floor(progress * 100) })}
    </span>
  )
}
