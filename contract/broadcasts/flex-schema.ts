// Written by `tools/line/write-flex-schema.ts` from LINE's description of its API (github.com/line/line-openapi, Apache License 2.0).

/** A text, a number or a switch; one of some words; a text of so many letters; a list; or an object, of one kind if that is given. */
export type FlexValue =
  | 'string'
  | 'integer'
  | 'boolean'
  | readonly string[]
  | { most: number }
  | { list: FlexValue }
  | FlexReference
export interface FlexReference {
  of: string
  kind?: string
}
interface FlexKind {
  required: readonly string[]
  properties: Readonly<Record<string, FlexValue>>
}

/** Objects by name and by their `type`; without a type by an empty text. */
export const flexSchema: Readonly<Record<string, Readonly<Record<string, FlexKind>>>> = {
  FlexContainer: {
    bubble: {
      required: [],
      properties: {
        direction: ['ltr', 'rtl'],
        styles: { of: 'FlexBubbleStyles' },
        header: { of: 'FlexComponent', kind: 'box' },
        hero: { of: 'FlexComponent' },
        body: { of: 'FlexComponent', kind: 'box' },
        footer: { of: 'FlexComponent', kind: 'box' },
        size: ['nano', 'micro', 'deca', 'hecto', 'kilo', 'mega', 'giga'],
        action: { of: 'Action' },
      },
    },
    carousel: { required: ['contents'], properties: { contents: { list: { of: 'FlexContainer', kind: 'bubble' } } } },
  },
  FlexBubbleStyles: {
    '': {
      required: [],
      properties: {
        header: { of: 'FlexBlockStyle' },
        hero: { of: 'FlexBlockStyle' },
        body: { of: 'FlexBlockStyle' },
        footer: { of: 'FlexBlockStyle' },
      },
    },
  },
  FlexBlockStyle: {
    '': { required: [], properties: { backgroundColor: 'string', separator: 'boolean', separatorColor: 'string' } },
  },
  FlexComponent: {
    box: {
      required: ['layout', 'contents'],
      properties: {
        layout: ['horizontal', 'vertical', 'baseline'],
        flex: 'integer',
        contents: { list: { of: 'FlexComponent' } },
        spacing: 'string',
        margin: 'string',
        position: ['relative', 'absolute'],
        offsetTop: 'string',
        offsetBottom: 'string',
        offsetStart: 'string',
        offsetEnd: 'string',
        backgroundColor: 'string',
        borderColor: 'string',
        borderWidth: 'string',
        cornerRadius: 'string',
        width: 'string',
        maxWidth: 'string',
        height: 'string',
        maxHeight: 'string',
        paddingAll: 'string',
        paddingTop: 'string',
        paddingBottom: 'string',
        paddingStart: 'string',
        paddingEnd: 'string',
        action: { of: 'Action' },
        justifyContent: ['center', 'flex-start', 'flex-end', 'space-between', 'space-around', 'space-evenly'],
        alignItems: ['center', 'flex-start', 'flex-end'],
        background: { of: 'FlexBoxBackground' },
      },
    },
    button: {
      required: ['action'],
      properties: {
        flex: 'integer',
        color: 'string',
        style: ['primary', 'secondary', 'link'],
        action: { of: 'Action' },
        gravity: ['top', 'bottom', 'center'],
        margin: 'string',
        position: ['relative', 'absolute'],
        offsetTop: 'string',
        offsetBottom: 'string',
        offsetStart: 'string',
        offsetEnd: 'string',
        height: ['md', 'sm'],
        adjustMode: ['shrink-to-fit'],
        scaling: 'boolean',
      },
    },
    image: {
      required: ['url'],
      properties: {
        url: 'string',
        flex: 'integer',
        margin: 'string',
        position: ['relative', 'absolute'],
        offsetTop: 'string',
        offsetBottom: 'string',
        offsetStart: 'string',
        offsetEnd: 'string',
        align: ['start', 'end', 'center'],
        gravity: ['top', 'bottom', 'center'],
        size: 'string',
        aspectRatio: 'string',
        aspectMode: ['fit', 'cover'],
        backgroundColor: 'string',
        action: { of: 'Action' },
        animated: 'boolean',
      },
    },
    video: {
      required: ['url', 'previewUrl', 'altContent'],
      properties: {
        url: 'string',
        previewUrl: 'string',
        altContent: { of: 'FlexComponent' },
        aspectRatio: 'string',
        action: { of: 'Action' },
      },
    },
    icon: {
      required: ['url'],
      properties: {
        url: 'string',
        size: 'string',
        aspectRatio: 'string',
        margin: 'string',
        position: ['relative', 'absolute'],
        offsetTop: 'string',
        offsetBottom: 'string',
        offsetStart: 'string',
        offsetEnd: 'string',
        scaling: 'boolean',
      },
    },
    text: {
      required: [],
      properties: {
        flex: 'integer',
        text: 'string',
        size: 'string',
        align: ['start', 'end', 'center'],
        gravity: ['top', 'bottom', 'center'],
        color: 'string',
        weight: ['regular', 'bold'],
        style: ['normal', 'italic'],
        decoration: ['none', 'underline', 'line-through'],
        wrap: 'boolean',
        lineSpacing: 'string',
        margin: 'string',
        position: ['relative', 'absolute'],
        offsetTop: 'string',
        offsetBottom: 'string',
        offsetStart: 'string',
        offsetEnd: 'string',
        action: { of: 'Action' },
        maxLines: 'integer',
        contents: { list: { of: 'FlexComponent', kind: 'span' } },
        adjustMode: ['shrink-to-fit'],
        scaling: 'boolean',
      },
    },
    span: {
      required: [],
      properties: {
        text: 'string',
        size: 'string',
        color: 'string',
        weight: ['regular', 'bold'],
        style: ['normal', 'italic'],
        decoration: ['none', 'underline', 'line-through'],
      },
    },
    separator: { required: [], properties: { margin: 'string', color: 'string' } },
    filler: { required: [], properties: { flex: 'integer' } },
  },
  Action: {
    camera: { required: [], properties: { label: 'string' } },
    cameraRoll: { required: [], properties: { label: 'string' } },
    clipboard: { required: ['clipboardText'], properties: { label: 'string', clipboardText: { most: 1000 } } },
    datetimepicker: {
      required: [],
      properties: {
        label: 'string',
        data: { most: 300 },
        mode: ['date', 'time', 'datetime'],
        initial: 'string',
        max: 'string',
        min: 'string',
      },
    },
    location: { required: [], properties: { label: 'string' } },
    message: { required: [], properties: { label: 'string', text: 'string' } },
    postback: {
      required: [],
      properties: {
        label: 'string',
        data: { most: 300 },
        displayText: 'string',
        text: 'string',
        inputOption: ['closeRichMenu', 'openRichMenu', 'openKeyboard', 'openVoice'],
        fillInText: 'string',
      },
    },
    richmenuswitch: {
      required: [],
      properties: { label: 'string', data: { most: 300 }, richMenuAliasId: { most: 32 } },
    },
    uri: { required: [], properties: { label: 'string', uri: 'string', altUri: { of: 'AltUri' } } },
  },
  AltUri: { '': { required: [], properties: { desktop: { most: 1000 } } } },
  FlexBoxBackground: {
    linearGradient: {
      required: [],
      properties: {
        angle: 'string',
        startColor: 'string',
        endColor: 'string',
        centerColor: 'string',
        centerPosition: 'string',
      },
    },
  },
}
