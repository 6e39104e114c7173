export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Set for temporary credentials. */
  readonly sessionToken?: string;
}

/** Returns the credentials from the AWS variables. @throws Error with a message for the system administrator if they are missing */
export function readCredentials(env: NodeJS.ProcessEnv = process.env): S3Credentials {
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = env['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('An s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

export interface BucketLocation {
  readonly bucket: string;
  /** Absent for Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/**
 * Returns the address of a bucket without a trailing slash. With an endpoint, the path contains the bucket. At Amazon, the host
 * name contains it, unless the bucket name has a dot: certificates are not valid for such host names.
 */
export function bucketAddress({ bucket, endpoint, region }: BucketLocation): string {
  const name = encodeURIComponent(bucket);
  if (endpoint) {
    const { origin, pathname } = new URL(endpoint);
    return `${origin}${pathname.replace(/\/+$/, '')}/${name}`;
  }
  const amazon = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${amazon}/${name}` : `https://${name}.${amazon}`;
}

/**
 * Parses `s3://BUCKET?endpoint=…&region=…`. The default region is that of the AWS variables.
 * @throws Error with a message about the URL
 */
export function readBucketLocation(url: string, env: NodeJS.ProcessEnv = process.env): BucketLocation {
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
