declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** An S3 server that keeps its buckets in a folder and checks signatures of version 4, also in addresses. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    httpServer: import('node:http').Server;
    /** What answers requests. */
    store: { listObjects(bucket: string, options: { maxKeys?: number }): Promise<unknown> };
  }
}
