import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import type { Broadcast, DraftMessage, ScheduledAction } from '../broadcast.ts'
import styles from '../Composer.module.css'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import { CouponField } from './CouponField.tsx'
import { FlexField } from './FlexField.tsx'
import { LocationField } from './LocationField.tsx'
import { PictureField } from './PictureField.tsx'
import { AudioField, VideoField } from './RecordingField.tsx'
import { RichField } from './RichField.tsx'
import { StickerField } from './StickerField.tsx'
import { TextField } from './TextField.tsx'

interface FieldsProps<M> {
  message: M
  /** Place among the messages, from 0. */
  place: number
  /** Account that sends. */
  channel: Broadcast['channel']
  faults: readonly Fault[]
  onChange: (message: M) => void
}

/** The fields of one message. */
export function MessageFields({ message, place, channel, faults, onChange }: FieldsProps<DraftMessage>) {
  const t = useWords(text)
  const pathOf = (field: string) => `messages.${place}.${field}`
  const at = (field: string) => faultWordAt(t, faults, pathOf(field))
  const line = (field: string, label: string, value: string, set: (value: string) => DraftMessage) => (
    <TextInput
      label={label}
      name={pathOf(field)}
      value={value}
      error={at(field)}
      onChange={(event) => onChange(set(event.currentTarget.value))}
    />
  )
  switch (message.type) {
    case 'text':
      return <TextField most={messageLimits.text} message={message} place={place} faults={faults} onChange={onChange} />
    case 'image':
      return <PictureField message={message} place={place} error={at('name')} onChange={onChange} />
    case 'imagemap':
      return <RichField message={message} place={place} faults={faults} />
    case 'video':
      return <VideoField message={message} place={place} error={at('name') ?? at('preview_name')} onChange={onChange} />
    case 'audio':
      return <AudioField message={message} place={place} error={at('name')} onChange={onChange} />
    case 'sticker':
      return <StickerField message={message} error={at('sticker_id')} onChange={onChange} />
    case 'location':
      return <LocationField message={message} place={place} faults={faults} onChange={onChange} />
    case 'coupon':
      return <CouponField message={message} channel={channel} error={at('coupon_code')} onChange={onChange} />
    case 'template':
      return (
        <div className={styles.fields}>
          {line('alt_text', t.altText, message.altText, (altText) => ({
            ...message,
            altText: altText.slice(0, messageLimits.altText),
          }))}
          {line('title', t.cardTitle, message.title, (title) => ({
            ...message,
            title: title.slice(0, messageLimits.title),
          }))}
          <TextField
            label={t.cardText}
            most={messageLimits.buttonsText}
            message={message}
            place={place}
            faults={faults}
            onChange={onChange}
          />
          <Actions
            actions={message.actions}
            most={messageLimits.buttons}
            path={pathOf('actions')}
            faults={faults}
            add={t.addButton}
            onChange={(actions) => onChange({ ...message, actions })}
          />
        </div>
      )
    case 'flex':
      return (
        <div className={styles.fields}>
          {line('alt_text', t.altText, message.altText, (altText) => ({
            ...message,
            altText: altText.slice(0, messageLimits.altText),
          }))}
          <FlexField message={message} place={place} faults={faults} onChange={onChange} />
        </div>
      )
  }
}

interface ActionsProps {
  actions: readonly ScheduledAction[]
  most: number
  /** Path of the faults of the list. */
  path: string
  faults: readonly Fault[]
  add: string
  onChange: (actions: ScheduledAction[]) => void
}

/** Buttons of a card. */
function Actions({ actions, most, path, faults, add, onChange }: ActionsProps) {
  const t = useWords(text)
  const error = faultWordAt(t, faults, path)
  return (
    <div className={styles.fields}>
      {actions.map((action, index) => (
        <ActionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other key than their place
          key={index}
          action={action}
          place={index}
          path={`${path}.${index}`}
          faults={faults}
          onChange={(changed) => onChange(actions.with(index, changed))}
          onRemove={() => onChange(actions.toSpliced(index, 1))}
        />
      ))}
      {error && <p className={styles.fault}>{error}</p>}
      {actions.length < most && (
        <div>
          <Button
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={() => onChange([...actions, { label: '', type: 'uri', value: '' }])}
          >
            {add}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ActionFieldsProps {
  action: ScheduledAction
  /** Place among the buttons, from 0. */
  place: number
  /** Path of its faults. */
  path: string
  faults: readonly Fault[]
  onChange: (action: ScheduledAction) => void
  onRemove?: () => void
}

/** Label, deed and value of one button. */
export function ActionFields({ action, place, path, faults, onChange, onRemove }: ActionFieldsProps) {
  const t = useWords(text)
  const at = { place: place + 1 }
  const named = (field: 'label' | 'value') => {
    const name = `${path}.${field}`
    return { name, error: faultWordAt(t, faults, name) }
  }
  return (
    <div className={styles.action}>
      <TextInput
        aria-label={t.buttonLabel(at)}
        placeholder={t.button(at)}
        maxLength={messageLimits.label}
        value={action.label}
        {...named('label')}
        onChange={(event) => onChange({ ...action, label: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t.buttonDoes(at)}
        value={action.type}
        data={(['uri', 'message', 'postback'] as const).map((value) => ({ value, label: t[value] }))}
        onChange={(event) => onChange({ ...action, type: event.currentTarget.value as ScheduledAction['type'] })}
      />
      <TextInput
        aria-label={t[`${action.type}Value`](at)}
        placeholder={action.type === 'uri' ? 'https://' : undefined}
        maxLength={messageLimits.uri}
        value={action.value}
        {...named('value')}
        onChange={(event) => onChange({ ...action, value: event.currentTarget.value })}
      />
      {onRemove && (
        <Button variant="subtle" aria-label={t.removeButton(at)} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} />
        </Button>
      )}
    </div>
  )
}
