/** The configuration of a node: containerd, its network plugin, and the kubelet. */

export const NODES = [1, 2, 3];
export const addressOf = (node: number) => `10.201.0.${node}`;

/** Pods have a network of their own on each node, and the kernel's routes lead from one to the other. */
export function networkConfig(node: number, folder: string) {
  const ipam = {
    type: "host-local",
    dataDir: `${folder}/addresses`,
    ranges: [[{ subnet: `10.244.${node}.0/24` }]],
    routes: [{ dst: "0.0.0.0/0" }],
  };
  return JSON.stringify({ cniVersion: "0.4.0", name: "pods", plugins: [{ type: "ptp", ipam }] });
}

/** @param folder of the node @param cni of the plugins */
export function containerdConfig(folder: string, cni: string) {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return `version = 2
root = "${folder}/containers"
state = "${folder}/state"
[grpc]
  address = "${folder}/containerd.sock"
[${cri}]
  sandbox_image = "plumbline.test/pause:1"
[${cri}.cni]
  bin_dir = "${cni}"
  conf_dir = "${folder}/network"
[${cri}.containerd]
  snapshotter = "overlayfs"
[${cri}.containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[${cri}.containerd.runtimes.runc.options]
  BinaryName = "${folder}/runtime"
`;
}

/** runc, but for one wish: root of a sandbox may not make a process less likely to be ended for want of memory. */
export const RUNTIME = `#!/bin/bash
last=
for word in "$@"; do
  [ "$last" = --bundle ] && sed -i 's/"oomScoreAdj":-[0-9]*/"oomScoreAdj":0/' "$word/config.json"
  last=$word
done
exec runc "$@"
`;

type Kubelet = Readonly<{
  node: number;
  folder: string;
  keys: string;
  /** The node's control group. */
  group: string;
  resolvConf: string;
}>;

export function kubeletConfig({ node, folder, keys, group, resolvConf }: Kubelet) {
  return JSON.stringify({
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    authentication: { anonymous: { enabled: false }, x509: { clientCAFile: `${keys}/ca.crt` } },
    authorization: { mode: "AlwaysAllow" },
    address: addressOf(node),
    cgroupDriver: "cgroupfs",
    cgroupRoot: `/${group}`,
    clusterDNS: [addressOf(1)],
    clusterDomain: "cluster.local",
    containerRuntimeEndpoint: `unix://${folder}/containerd.sock`,
    enforceNodeAllocatable: [],
    evictionHard: { "memory.available": "100Mi", "nodefs.available": "1%", "imagefs.available": "1%" },
    failCgroupV1: false,
    failSwapOn: false,
    healthzPort: 0,
    podLogsDir: `${folder}/logs`,
    imageGCHighThresholdPercent: 100,
    resolvConf,
    tlsCertFile: `${keys}/node${node}.crt`,
    tlsPrivateKeyFile: `${keys}/node${node}.key`,
  });
}
