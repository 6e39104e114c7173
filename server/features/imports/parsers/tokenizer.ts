import {
  AbstractTokenizer,
  EndOfStreamError,
  type IRandomAccessTokenizer,
  type IReadChunkOptions,
} from 'strtok3';
import type { Source } from '#server/core/media/source';

/** Provides the bytes of a source to the tag parser. */
export class SourceTokenizer extends AbstractTokenizer implements IRandomAccessTokenizer {
  override fileInfo: { size: number; mimeType: string };
  readonly #source: Source;

  constructor(source: Source, mimeType: string) {
    super();
    this.#source = source;
    this.fileInfo = { size: source.size, mimeType };
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    if (options?.position !== undefined) this.position = options.position;
    const bytesRead = await this.peekBuffer(target, options);
    this.position += bytesRead;
    return bytesRead;
  }

  override async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options);
    const bytes = await this.#source.read(position, length);
    target.set(bytes);
    if (!mayBeLess && bytes.length < length) throw new EndOfStreamError();
    return bytes.length;
  }
}
