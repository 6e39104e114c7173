export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

/** The credentials in the AWS variables. @throws Error with a sentence for the operator when there are none */
export function readCredentials(env: NodeJS.ProcessEnv = process.env): S3Credentials {
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = env['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('An s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

export interface BucketPlace {
  readonly bucket: string;
  /** Absent: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/**
 * The address of a bucket, without a slash at the end. A server at an endpoint gets the bucket in the path. Amazon gets it in
 * the host name, unless the name has a dot: no certificate is valid for such a host name.
 */
export function bucketAddress({ bucket, endpoint, region }: BucketPlace): string {
  const name = encodeURIComponent(bucket);
  if (endpoint) {
    const { origin, pathname } = new URL(endpoint);
    return `${origin}${pathname.replace(/\/+$/, '')}/${name}`;
  }
  const amazon = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${amazon}/${name}` : `https://${name}.${amazon}`;
}

/** Reads `s3://BUCKET?endpoint=…&region=…`. Without a region it is that of the AWS variables. @throws Error with a sentence about the URL */
export function readBucketPlace(url: string, env: NodeJS.ProcessEnv = process.env): BucketPlace {
  const { hostname: bucket, pathname, searchParams } = new URL(url);
  if (!bucket || !/^\/?$/.test(pathname))
    throw new Error(
      'The address of a bucket must be s3://BUCKET?endpoint=ADDRESS&region=REGION, without a path.',
    );
  return {
    bucket,
    endpoint: searchParams.get('endpoint') || undefined,
    region: searchParams.get('region') || env['AWS_REGION'] || 'us-east-1',
  };
}
