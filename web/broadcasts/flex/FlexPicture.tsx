import { IconPhoto, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import styles from './FlexPreview.module.css'
import { colour, meaning, type Part, textOf } from './parts.ts'
import { fonts, length, pictureWidths, pixels, ratioOf } from './sizes.ts'

const alignments: Record<string, CSSProperties['alignSelf']> = {
  start: 'flex-start',
  center: 'center',
  end: 'flex-end',
}

const drawingArea: CSSProperties = {
  boxSizing: 'border-box',
  position: 'relative',
  flex: 'none',
  maxWidth: '100%',
  overflow: 'hidden',
}

/** The address of a picture at this server, if it is one of its own. Pages here load nothing from others. */
const ownAddress = (address: string) => /^(?:https:\/\/[^/]+)?(\/media\/[\w-]{43})$/.exec(address)?.[1]

/** A picture, the preview of a video, or a frame with the shape and the server of a picture that LINE loads from elsewhere. */
export function FlexPicture({ part }: { part: Part }) {
  const isVideo = part.type === 'video'
  const address = textOf(isVideo ? part.previewUrl : part.url)
  const [across, down] = ratioOf(part.aspectRatio)
  const isFull = isVideo || part.size === 'full'
  const area: CSSProperties = {
    ...drawingArea,
    width: isFull ? '100%' : (length(part.size, pictureWidths) ?? pictureWidths.md),
    aspectRatio: `${across} / ${down}`,
    alignSelf: meaning(alignments, part.align) ?? 'center',
    backgroundColor: colour(part.backgroundColor),
  }
  const own = ownAddress(address)
  return (
    <div style={area}>
      {own ? (
        <img
          className={styles.picture}
          src={own}
          alt=""
          style={{ objectFit: part.aspectMode === 'cover' ? 'cover' : 'contain' }}
        />
      ) : (
        <span className={styles.frame}>
          {isVideo ? <IconPlayerPlayFilled size={24} /> : <IconPhoto size={24} stroke={1.6} />}
          <span>{URL.canParse(address) ? new URL(address).hostname : ''}</span>
          <span>
            {across}:{down}
          </span>
        </span>
      )}
      {isVideo && own && <IconPlayerPlayFilled className={styles.play!} size={40} />}
    </div>
  )
}

/** A small picture in a line of text, with its bottom at the baseline. */
export function FlexIcon({ part }: { part: Part }) {
  const [across, down] = ratioOf(part.aspectRatio)
  const height = pixels(part.size, fonts) ?? fonts.md!
  const own = ownAddress(textOf(part.url))
  const size: CSSProperties = { display: 'block', flex: 'none', height, width: (height * across) / down }
  return own ? (
    <img src={own} alt="" style={{ ...size, objectFit: 'contain' }} />
  ) : (
    <span className={styles.icon} style={size} />
  )
}
