import { vi } from 'vitest';

/** A node with only the properties that a test gives it. */
export class StubNode {
  constructor(properties: object = {}) {
    Object.assign(this, properties);
  }

  get nodeName(): string {
    return 'node';
  }
}

/**
 * Puts a document of these properties in place of globals that this process lacks, so that programs of a page can be imported. They are loaded
 * once more, because those of another test have its document.
 */
export function stubDocument(properties: object = {}): void {
  vi.resetModules();
  vi.stubGlobal('Node', StubNode);
  vi.stubGlobal('document', new StubNode({ createRange: () => ({}), ...properties }));
}
